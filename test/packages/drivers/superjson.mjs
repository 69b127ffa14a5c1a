// superjson, devalue, serialize-javascript, json5, jsonc-parser
import superjson from 'superjson';
import * as devalue from 'devalue';
import serialize from 'serialize-javascript';
import JSON5 from 'json5';
import { parse } from 'jsonc-parser';
const v = { d: new Date(0), m: new Map([[1, new Set([2])]]), u: undefined, r: /x/g, b: 10n };
console.log(superjson.parse(superjson.stringify(v)), devalue.uneval(v), serialize({ f: /a/, d: new Date(0) }), JSON5.parse("{a:'b',/*c*/d:+1,}"), parse('{"a": 1, // x\n}'));
