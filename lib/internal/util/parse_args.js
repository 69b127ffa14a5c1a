'use strict';
// util.parseArgs() in two steps: arguments become tokens, then tokens are checked and collected.

const {
  ArrayPrototypeSome, ObjectHasOwn, ObjectKeys, RegExpPrototypeExec, SafeArray,
  StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeStartsWith,
} = primordials;
const {
  validateArray, validateBoolean, validateBooleanArray, validateObject, validateString,
  validateStringArray,
  validateUnion,
} = require('internal/validators');
const {
  codes: {
    ERR_INVALID_ARG_VALUE, ERR_PARSE_ARGS_INVALID_OPTION_VALUE,
    ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL,
    ERR_PARSE_ARGS_UNKNOWN_OPTION,
  },
} = require('internal/errors');

const { append, setOwnProperty } = require('internal/util');

const ownValue = (object, key) => (ObjectHasOwn(object, key) ? object[key] : undefined);
const kNone = { __proto__: null };
const typeOf = (options, name) => ownValue(ownValue(options, name) ?? kNone, 'type');

// The arguments after the script; with -e and -p there is no script.
function mainArgs() {
  const evaluated = ArrayPrototypeSome.call(process.execArgv, (arg) =>
    RegExpPrototypeExec.call(/^(-e|--eval|-p|--print|-pe)(=|$)/, arg) !== null);
  const args = new SafeArray();
  for (let i = evaluated ? 1 : 2; i < process.argv.length; i++)
    args.push(process.argv[i]);
  return args;
}

// ---- Tokens ----

function longOfShort(options, short) {
  const names = ObjectKeys(options);
  for (let i = 0; i < names.length; i++) {
    if (ownValue(options[names[i]], 'short') === short)
      return names[i];
  }
  return short;
}

// --no-foo for a boolean option foo.
function negates(name, config) {
  if (!config.allowNegative || !StringPrototypeStartsWith.call(name, 'no-') ||
      ObjectHasOwn(config.options, name))
    return false;
  const positive = StringPrototypeSlice.call(name, 3);
  return typeOf(config.options, positive) !== 'string' &&
    (ObjectHasOwn(config.options, positive) || !config.strict);
}

function optionToken(name, rawName, index, value, inlineValue) {
  return { kind: 'option', name, rawName, index, value, inlineValue };
}

function longToken(arg, index, queue, config) {
  const equals = StringPrototypeIndexOf.call(arg, '=', 3);
  let name = StringPrototypeSlice.call(arg, 2, equals === -1 ? arg.length : equals);
  const rawName = `--${name}`;
  if (negates(name, config))
    name = StringPrototypeSlice.call(name, 3);
  if (equals !== -1)
    return optionToken(name, rawName, index, StringPrototypeSlice.call(arg, equals + 1), true);
  if (typeOf(config.options, name) === 'string' && queue.length > 0)
    return optionToken(name, rawName, index, queue.shift(), false);
  return optionToken(name, rawName, index, undefined, undefined);
}

// -a, -abc, -cVALUE, -c VALUE
function shortTokens(tokens, arg, index, queue, config) {
  for (let i = 1; i < arg.length; i++) {
    const short = arg[i];
    const name = longOfShort(config.options, short);
    const rawName = `-${short}`;
    if (typeOf(config.options, name) !== 'string') {
      tokens.push(optionToken(name, rawName, index, undefined, undefined));
      continue;
    }
    if (i + 1 < arg.length)
      tokens.push(optionToken(name, rawName, index,
        StringPrototypeSlice.call(arg, i + 1), true));
    else if (queue.length > 0)
      tokens.push(optionToken(name, rawName, index,
        queue.shift(), false));
    else
      tokens.push(optionToken(name, rawName, index, undefined, undefined));
    break;
  }
}

function tokenize(args, config) {
  const tokens = new SafeArray();
  const queue = new SafeArray();
  for (let i = 0; i < args.length; i++)
    queue.push(`${args[i]}`);
  while (queue.length > 0) {
    const index = args.length - queue.length;
    const arg = queue.shift();
    if (arg === '--') {
      tokens.push({ kind: 'option-terminator', index });
      queue.forEach((value, i) => {
        tokens.push({ kind: 'positional', index: index + 1 + i, value });
      });
      break;
    }
    if (arg.length > 2 && StringPrototypeStartsWith.call(arg, '--'))
      tokens.push(longToken(arg, index, queue, config));
    else if (arg.length > 1 && arg[0] === '-')
      shortTokens(tokens, arg, index, queue, config);
    else
      tokens.push({ kind: 'positional', index, value: arg });
  }
  return tokens;
}

// ---- Checks ----

function checkUsage(config, token) {
  const { name, rawName, value } = token;
  if (!ObjectHasOwn(config.options, name))
    throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(rawName, config.allowPositionals);
  const short = ownValue(config.options[name], 'short');
  const both = `${short ? `-${short}, ` : ''}--${name}`;
  const type = typeOf(config.options, name);
  if (type === 'string' && typeof value !== 'string')
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${both} <value>' argument missing`);
  if (type === 'boolean' && value !== undefined && value !== null)
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${both}' does not take an argument`);
}

// If a value looks like an option, the user has probably forgotten the value.
function checkAmbiguous(token) {
  const { name, rawName, value, inlineValue } = token;
  if (inlineValue || typeof value !== 'string' || value.length < 2 || value[0] !== '-')
    return;
  const example = StringPrototypeStartsWith.call(rawName, '--') ? `'${rawName}=-XYZ'` :
      `'--${name}=-XYZ' or '${rawName}-XYZ'`;
  throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${rawName}' argument is ambiguous.
Did you forget to specify the option argument for '${rawName}'?
To specify an option argument starting with a dash use ${example}.`);
}

function checkDefault(config, name) {
  const path = `options.${name}.default`;
  const value = config.default;
  if (ownValue(config, 'multiple'))
    (config.type === 'string' ? validateStringArray : validateBooleanArray)(value, path);
  else
    (config.type === 'string' ? validateString : validateBoolean)(value, path);
}

function checkOptions(options) {
  validateObject(options, 'options');
  const names = ObjectKeys(options);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const config = options[name];
    validateObject(config, `options.${name}`);
    validateUnion(ownValue(config, 'type'), `options.${name}.type`, ['string', 'boolean']);
    if (ObjectHasOwn(config, 'short')) {
      validateString(config.short, `options.${name}.short`);
      if (config.short.length !== 1)
        throw new ERR_INVALID_ARG_VALUE(`options.${name}.short`, config.short,
            'must be a single character');
    }
    if (ownValue(config, 'multiple') !== undefined)
      validateBoolean(config.multiple, `options.${name}.multiple`);
    if (ownValue(config, 'default') !== undefined)
      checkDefault(config, name);
  }
}

// ---- Values ----

function ofProgram(tokens) {
  const list = [];
  for (let i = 0; i < tokens.length; i++)
    append(list, tokens[i]);
  return list;
}

function store(values, options, token) {
  const { name, rawName } = token;
  if (name === '__proto__')
    return;
  const negated = StringPrototypeStartsWith.call(rawName, '--no-') &&
    !StringPrototypeStartsWith.call(name, 'no-');
  const value = token.value ?? !negated;
  if (ownValue(ownValue(options, name) ?? kNone, 'multiple'))
    append(values[name] ??= [], value);
  else
    values[name] = value;
}

function readConfig(given) {
  const strict = ownValue(given, 'strict') ?? true;
  const config = {
    __proto__: null,
    args: ownValue(given, 'args') ?? mainArgs(),
    strict,
    allowPositionals: ownValue(given, 'allowPositionals') ?? !strict,
    tokens: ownValue(given, 'tokens') ?? false,
    allowNegative: ownValue(given, 'allowNegative') ?? false,
    options: ownValue(given, 'options') ?? { __proto__: null },
  };
  validateArray(config.args, 'args');
  validateBoolean(strict, 'strict');
  validateBoolean(config.allowPositionals, 'allowPositionals');
  validateBoolean(config.tokens, 'tokens');
  validateBoolean(config.allowNegative, 'allowNegative');
  checkOptions(config.options);
  return config;
}

function parseArgs(given) {
  const config = readConfig(given);
  const tokens = tokenize(config.args, config);
  const result = { values: { __proto__: null }, positionals: [] };
  if (config.tokens)
    setOwnProperty(result, 'tokens', ofProgram(tokens));
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token.kind === 'option') {
      if (config.strict) {
        checkUsage(config, token);
        checkAmbiguous(token);
      }
      store(result.values, config.options, token);
    } else if (token.kind === 'positional') {
      if (!config.allowPositionals)
        throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(token.value);
      append(result.positionals, token.value);
    }
  }
  const names = ObjectKeys(config.options);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const value = ownValue(config.options[name], 'default');
    if (value !== undefined && name !== '__proto__' && result.values[name] === undefined)
      result.values[name] = value;
  }
  return result;
}

module.exports = { parseArgs };
