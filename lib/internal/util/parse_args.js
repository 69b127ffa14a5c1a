'use strict';
// util.parseArgs(): first the arguments become tokens, then the tokens are checked and collected.

const { ReflectApply: apply } = primordials;
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

const hasOwn = (object, key) => apply(Object.prototype.hasOwnProperty, object, [key]);
const ownValue = (object, key) => (hasOwn(object, key) ? object[key] : undefined);
const typeOf = (options, name) => ownValue(options, name)?.type;

// The script and what comes before it are not arguments; with -e and -p there is no script.
function mainArgs() {
  const evaluated = process.execArgv.some((arg) => /^(-e|--eval|-p|--print|-pe)(=|$)/.test(arg));
  return process.argv.slice(evaluated ? 1 : 2);
}

// ---- Tokens ----

function longOfShort(options, short) {
  for (const name of Object.keys(options))
    if (ownValue(options[name], 'short') === short)
      return name;
  return short;
}

// --no-foo for a boolean option foo.
function negates(name, config) {
  return config.allowNegative && name.startsWith('no-') && !hasOwn(config.options, name) &&
    typeOf(config.options, name.slice(3)) !== 'string' &&
    (hasOwn(config.options, name.slice(3)) || !config.strict);
}

function optionToken(name, rawName, index, value, inlineValue) {
  return { kind: 'option', name, rawName, index, value, inlineValue };
}

function longToken(arg, index, queue, config) {
  const equals = arg.indexOf('=', 3);
  let name = equals === -1 ? arg.slice(2) : arg.slice(2, equals);
  const rawName = `--${name}`;
  if (negates(name, config))
    name = name.slice(3);
  if (equals !== -1)
    return optionToken(name, rawName, index, arg.slice(equals + 1), true);
  if (typeOf(config.options, name) === 'string' && queue.length > 0)
    return optionToken(name, rawName, index, queue.shift(), false);
  return optionToken(name, rawName, index, undefined, undefined);
}

// -a, -abc, -cVALUE, -c VALUE
function shortTokens(arg, index, queue, config) {
  const tokens = [];
  for (let i = 1; i < arg.length; i++) {
    const short = arg[i];
    const name = longOfShort(config.options, short);
    const rawName = `-${short}`;
    if (typeOf(config.options, name) !== 'string') {
      tokens.push(optionToken(name, rawName, index, undefined, undefined));
      continue;
    }
    if (i + 1 < arg.length)
      tokens.push(optionToken(name, rawName, index, arg.slice(i + 1), true));
    else if (queue.length > 0)
      tokens.push(optionToken(name, rawName, index, queue.shift(), false));
    else
      tokens.push(optionToken(name, rawName, index, undefined, undefined));
    break;
  }
  return tokens;
}

function tokenize(args, config) {
  const tokens = [];
  const queue = [...args];
  while (queue.length > 0) {
    const index = args.length - queue.length;
    const arg = queue.shift();
    if (arg === '--') {
      tokens.push({ kind: 'option-terminator', index });
      queue.forEach((value, i) => tokens.push({ kind: 'positional', index: index + 1 + i, value }));
      break;
    }
    if (arg.length > 2 && arg.startsWith('--'))
      tokens.push(longToken(arg, index, queue, config));
    else if (arg.length > 1 && arg[0] === '-')
      tokens.push(...shortTokens(arg, index, queue, config));
    else
      tokens.push({ kind: 'positional', index, value: arg });
  }
  return tokens;
}

// ---- Checks ----

function checkUsage(config, token) {
  const { name, rawName, value } = token;
  if (!hasOwn(config.options, name))
    throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(rawName, config.allowPositionals);
  const short = ownValue(config.options[name], 'short');
  const both = `${short ? `-${short}, ` : ''}--${name}`;
  const type = typeOf(config.options, name);
  if (type === 'string' && typeof value !== 'string')
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${both} <value>' argument missing`);
  if (type === 'boolean' && value != null)
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${both}' does not take an argument`);
}

// A value that looks like the next option was probably forgotten.
function checkAmbiguous(token) {
  const { name, rawName, value, inlineValue } = token;
  if (inlineValue || typeof value !== 'string' || value.length < 2 || value[0] !== '-')
    return;
  const example = rawName.startsWith('--') ? `'${rawName}=-XYZ'` :
      `'--${name}=-XYZ' or '${rawName}-XYZ'`;
  throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${rawName}' argument is ambiguous.
Did you forget to specify the option argument for '${rawName}'?
To specify an option argument starting with a dash use ${example}.`);
}

function checkDefault(config, name) {
  const path = `options.${name}.default`;
  const value = config.default;
  if (config.multiple)
    (config.type === 'string' ? validateStringArray : validateBooleanArray)(value, path);
  else
    (config.type === 'string' ? validateString : validateBoolean)(value, path);
}

function checkOptions(options) {
  validateObject(options, 'options');
  for (const name of Object.keys(options)) {
    const config = options[name];
    validateObject(config, `options.${name}`);
    validateUnion(ownValue(config, 'type'), `options.${name}.type`, ['string', 'boolean']);
    if (hasOwn(config, 'short')) {
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

function store(values, options, token) {
  const { name, rawName } = token;
  if (name === '__proto__')
    return;
  const negated = rawName.startsWith('--no-') && !name.startsWith('no-');
  const value = token.value ?? !negated;
  if (ownValue(options, name)?.multiple)
    (values[name] ??= []).push(value);
  else
    values[name] = value;
}

function readConfig(given) {
  validateObject(given, 'config');
  const strict = ownValue(given, 'strict') ?? true;
  const config = {
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
  const tokens = tokenize(config.args.map((arg) => `${arg}`), config);
  const result = { values: { __proto__: null }, positionals: [] };
  if (config.tokens)
    result.tokens = tokens;
  for (const token of tokens) {
    if (token.kind === 'option') {
      if (config.strict) {
        checkUsage(config, token);
        checkAmbiguous(token);
      }
      store(result.values, config.options, token);
    } else if (token.kind === 'positional') {
      if (!config.allowPositionals)
        throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(token.value);
      result.positionals.push(token.value);
    }
  }
  for (const name of Object.keys(config.options)) {
    const value = ownValue(config.options[name], 'default');
    if (value !== undefined && name !== '__proto__' && result.values[name] === undefined)
      result.values[name] = value;
  }
  return result;
}

module.exports = { parseArgs };
