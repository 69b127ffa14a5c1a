// change-case, slugify, pretty-bytes, pretty-ms, humanize-duration, klona, clone-deep
import * as cc from 'change-case';
import slugify from 'slugify';
import prettyBytes from 'pretty-bytes';
import prettyMs from 'pretty-ms';
import humanize from 'humanize-duration';
import { klona } from 'klona/full';
console.log(cc.camelCase('a b-c'), cc.snakeCase('fooBar'), slugify('Grüße & mehr', { lower: true }), prettyBytes(1337), prettyMs(1337000), humanize(3600000 * 25), klona({ a: new Map([[1, { b: 2 }]]) }));
