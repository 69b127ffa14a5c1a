'use strict';
// The terminal's codes: name → [on, off].

const {
  ArrayPrototypeForEach, ObjectDefineProperty, ObjectKeys, StringPrototypeToLowerCase,
} = primordials;
const DEFAULT_FOREGROUND = 39;
const DEFAULT_BACKGROUND = 49;
const HUES = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];

const colors = {
  __proto__: null,
  reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24],
  blink: [5, 25], inverse: [7, 27], hidden: [8, 28], strikethrough: [9, 29],
  doubleunderline: [21, 24],
};
ArrayPrototypeForEach.call(HUES, (hue, i) => {
  colors[StringPrototypeToLowerCase.call(hue)] = [30 + i, DEFAULT_FOREGROUND];
});
ArrayPrototypeForEach.call(HUES, (hue, i) => {
  colors[`bg${hue}`] = [40 + i, DEFAULT_BACKGROUND];
});
colors.framed = [51, 54];
colors.overlined = [53, 55];
ArrayPrototypeForEach.call(HUES, (hue, i) => {
  const name = i === 0 ? 'gray' : `${StringPrototypeToLowerCase.call(hue)}Bright`;
  colors[name] = [90 + i, DEFAULT_FOREGROUND];
});
ArrayPrototypeForEach.call(HUES, (hue, i) => {
  colors[i === 0 ? 'bgGray' : `bg${hue}Bright`] = [100 + i, DEFAULT_BACKGROUND];
});

// Aliases: they change with the name that they stand for.
const OTHERS = {
  __proto__: null,
  gray: ['grey', 'blackBright'], bgGray: ['bgGrey', 'bgBlackBright'], dim: ['faint'],
  strikethrough: ['crossedout', 'strikeThrough', 'crossedOut'], hidden: ['conceal'],
  inverse: ['swapColors', 'swapcolors'], doubleunderline: ['doubleUnderline'],
};
ArrayPrototypeForEach.call(ObjectKeys(OTHERS), (name) => {
  ArrayPrototypeForEach.call(OTHERS[name], (other) => {
    ObjectDefineProperty(colors, other, {
      __proto__: null, configurable: true, enumerable: false,
      get() { return colors[name]; },
      set(value) { colors[name] = value; },
    });
  });
});

module.exports = { colors };
