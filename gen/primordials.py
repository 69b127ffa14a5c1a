"""Functions of the language that lib/ takes from `primordials`: where each comes from.

A file of lib/ takes what it needs by Node's names, `const { ArrayPrototypePush, MathMax } =
primordials;` or `primordials.MathMax`. A name is
    Map, decodeURIComponent         a global
    MathMax, SymbolIterator         a property of a global
    ArrayPrototypePush              a property of a constructor's prototype
    ArrayPrototypeSymbolIterator    the same, with a symbol for its key
    MapPrototypeGetSize             the getter of an accessor (ACCESSORS lists them)
    SafeMap, TypeError              made by lib/internal/bootstrap/loader.js (MADE lists them)
A name that is none of these is an error of the build.

Most come from a second realm of the engine that no program can reach: it is opened with the first
built-in, and costs nothing for names that nobody takes. That is `primordials.realm`, a global
object. But a function makes arrays, objects and errors of its own realm: functions whose results or
errors a program may see (MAIN), and all constructors, are those of the program's realm, read before
the program runs (src/runtime/modules/builtin.c). Each of those costs start-up: 1 to 2 us.

So the build rewrites a declaration as
    const { ObjectKeys, realm: { Math: { max: MathMax } } } = primordials,
      ArrayPrototypeMap = primordials.take('ArrayPrototypeMap');
and keeps its number of lines."""
import re

COMMENT_LINE = re.compile(r'^[ \t]*//.*$', re.M)
TAKEN = re.compile(r'const \{([^{}]*)\}\s*=\s*primordials;')
MEMBER = re.compile(r'\bprimordials\.(\w+)\b(?!\s*=[^=])')
HOLDERS = """Array ArrayBuffer Atomics BigInt Boolean DataView Date Error FinalizationRegistry Function
    Iterator JSON Map Math Number Object Promise Proxy Reflect RegExp Set SharedArrayBuffer String
    Symbol TypedArray Uint8Array WeakMap WeakRef WeakSet""".split()
GLOBALS = """Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date
    FinalizationRegistry Float16Array Float32Array Float64Array Function Int16Array Int32Array
    Int8Array Map Number Object Promise Proxy RegExp Set SharedArrayBuffer String Symbol
    Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI
    decodeURIComponent encodeURI encodeURIComponent escape eval globalThis unescape
    WebAssembly""".split()
# Constructors of objects that no program gets to see: scratch arrays, tables of our own.
PRIVATE = set("""BigInt64Array BigUint64Array Float32Array Float64Array Int16Array Int32Array Int8Array
    Uint16Array Uint32Array Uint8ClampedArray WeakMap WeakSet""".split())
# Costly to read at the start: primordials.constructorOf() finds them by an object that C makes.
LATE = {'ArrayBuffer', 'Uint8Array'}
# By bootstrap/loader, when they are first taken; `realm`, `take` and `getter` are its own.
MADE = """SafeArray SafeMap SafeRegExp SafeSet SafeWeakMap SafeWeakSet TypedArray Error TypeError
    RangeError SyntaxError ReferenceError EvalError URIError AggregateError SuppressedError
    ErrorCaptureStackTrace realm realmTypedArray take getter constructorOf""".split()
# Make arrays, objects or functions, fail in the program's sight, or are ours (SymbolDispose).
MAIN = set("""ArrayPrototypeConcat ArrayPrototypeFilter ArrayPrototypeFlat ArrayPrototypeFlatMap
    ArrayPrototypeMap ArrayPrototypeSlice ArrayPrototypeSplice ArrayPrototypeToReversed
    ArrayPrototypeToSorted ArrayPrototypeToSpliced ArrayPrototypeWith ArrayBufferPrototypeSlice
    ArrayBufferPrototypeTransfer DateNow FunctionPrototypeBind FunctionPrototypeCall JSONParse
    JSONStringify ObjectAssign ObjectCreate ObjectDefineProperties ObjectDefineProperty ObjectEntries
    ObjectFromEntries ObjectGetOwnPropertyDescriptor ObjectGetOwnPropertyDescriptors
    ObjectGetOwnPropertyNames ObjectGetOwnPropertySymbols ObjectGroupBy ObjectKeys
    ObjectSetPrototypeOf ObjectValues PromiseAllSettled PromiseAny PromisePrototypeCatch
    PromisePrototypeFinally PromisePrototypeThen PromiseResolve PromiseTry ReflectApply
    ReflectConstruct ReflectGetOwnPropertyDescriptor ReflectOwnKeys RegExpPrototypeExec
    SharedArrayBufferPrototypeSlice StringPrototypeMatch StringPrototypeMatchAll
    StringPrototypePadEnd StringPrototypePadStart StringPrototypeRepeat StringPrototypeSplit
    SymbolAsyncDispose SymbolDispose""".split())
# Those of MAIN that are called with a receiver, `PromiseResolve.call(Promise, value)`: taken by
# primordials.take(), which protects their `call`.
WITH_RECEIVER = re.compile(r'.*Prototype[A-Z]|Promise[A-Z]')
ACCESSORS = {
    'ArrayBufferPrototype': 'byteLength detached maxByteLength resizable',
    'DataViewPrototype': 'buffer byteLength byteOffset',
    'MapPrototype': 'size',
    'RegExpPrototype': 'dotAll flags global hasIndices ignoreCase multiline source sticky unicode '
        'unicodeSets',
    'SetPrototype': 'size',
    'SharedArrayBufferPrototype': 'byteLength growable maxByteLength',
    'SymbolPrototype': 'description',
    'TypedArrayPrototype': 'buffer byteLength byteOffset length @toStringTag',
}
CONSTANTS = re.compile(r'[A-Z][A-Z0-9_]+$')


def lower_first(text):
    return text if CONSTANTS.match(text) else text[0].lower() + text[1:]


def key_of(holder, rest):
    """The key of a property that a name ends with: push, @iterator (a symbol), <size (a getter)."""
    symbol = re.match(r'Symbol([A-Z]\w*)$', rest)
    if symbol and holder != 'Reflect':
        return '@' + lower_first(symbol[1])
    getter = re.match(r'Get(\w+)$', rest)
    if getter and holder in ACCESSORS:
        inner = key_of('', getter[1])
        if inner in ACCESSORS[holder].split():
            return '<' + inner
    return lower_first(rest)


def place_of(name):
    """(path of the holder, key) of a name; an empty path is the global object."""
    if name in GLOBALS:
        return '', name
    for holder in sorted(HOLDERS, key=len, reverse=True):
        rest = name[len(holder):]
        if not name.startswith(holder) or not rest or not rest[0].isupper():
            continue
        if rest.startswith('Prototype') and rest != 'Prototype':
            return holder + '.prototype', key_of(holder + 'Prototype', rest[len('Prototype'):])
        return holder, key_of(holder, rest)
    raise ValueError(f'no engine object is called {name}')


def is_main(name):
    """Whether start.js reads it from the program's realm."""
    return name in MAIN or (name in GLOBALS and name not in PRIVATE and name not in LATE)


def expression(name):
    """The value of a name, as JavaScript."""
    if name in MADE or (is_main(name) and not (name in MAIN and WITH_RECEIVER.match(name))):
        return f'primordials.{name}'
    if is_main(name):
        return f"primordials.take('{name}')"
    if name in LATE:
        return f"primordials.constructorOf('{name}')"
    path, key = place_of(name)
    holder = 'primordials.realm' + ('.' if path and not path.startswith('TypedArray') else '') + path
    if key.startswith('<'):
        return f"primordials.getter({holder}, '{key[1:]}')"
    return f'{holder}[primordials.realm.Symbol.{key[1:]}]' if key[0] == '@' else f'{holder}.{key}'


def pattern(tree):
    return ', '.join(f'{key}: {pattern(value) if isinstance(value, dict) else value}'
                     if key != value else key for key, value in tree.items()).join('{}')


def items(text):
    """(name, local name) of each item of a declaration."""
    for item in re.sub(r'//[^\n]*', '', text).split(','):
        if item.strip():
            name, _, local = item.partition(':')
            yield name.strip(), local.strip() or name.strip()


def declaration(match):
    """A declaration whose names are replaced by the ways to them."""
    tree, rest = {}, []
    for name, local in items(match[1]):
        value = expression(name)
        path = re.fullmatch(r'primordials((?:\.\w+)+)', value)
        if path is None:
            rest.append(f'{local} = {value}')
            continue
        *way, key = path[1][1:].split('.')
        node = tree
        for step in way:
            node = node.setdefault(step, {})
        node[key] = local
    parts = [f'{pattern(tree)} = primordials'] if tree else []
    return 'const ' + ', '.join(parts + rest) + ';' + '\n' * match[0].count('\n')


def rewrite(text):
    text = TAKEN.sub(declaration, text)
    return MEMBER.sub(lambda match: expression(match[1]), text)


def names_in(text):
    text = COMMENT_LINE.sub('', text)
    for match in TAKEN.finditer(text):
        for name, _ in items(match[1]):
            yield name
    for match in MEMBER.finditer(text):
        yield match[1]


def table(sources):
    """The names of the program's realm, as strings: "+HOLDER", then NAME, KEY for each of its values;
    "+" alone is the global object. FunctionPrototypeCall is always there: take() needs it."""
    places = {'FunctionPrototypeCall': place_of('FunctionPrototypeCall')}
    for path, text in sources.items():
        for name in names_in(text):
            if name in MADE:
                continue
            try:
                place = place_of(name)
            except ValueError as error:
                raise ValueError(f'{path}: {error}') from None
            if is_main(name):
                places[name] = place
    words = []
    for holder in sorted({holder for holder, _ in places.values()}):
        words.append('+' + holder)
        for name in sorted(places):
            if places[name][0] == holder:
                words += [name, places[name][1]]
    return words
