import type { JsonCase } from './corpus.ts'

/*
 * Bad input of our own making, so that a clone without the published lists proves something, too: each text and each
 * document stands for a way in which a back office has been hurt.
 */

const long = (part: string, times: number) => part.repeat(times)

/** Texts by what they try. Texts that differ only in a letter try the same and stand here once. */
export const OWN_TEXTS: readonly string[] = [
  // Nothing, or what looks like nothing.
  '',
  ' ',
  '\t',
  '\u3000',
  '\u200b\u200b',
  'null',
  'undefined',
  'NaN',
  // Numbers that are none, or not the one they look like.
  '-0',
  '0x1F',
  '1e400',
  '９９',
  '1,234.50',
  '999999999999999999999999',
  // What stands between texts and languages that read them.
  "Lei's bay; drop table assets_pile; --",
  '" or ""=""',
  '$1::text',
  '%_\\%',
  '\\',
  "\\' or 1=1 --",
  '{{constructor}}',
  '${7*7}',
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '=HYPERLINK("http://example.org","bill")',
  '+cmd|/c calc',
  '@SUM(A1:A9)',
  '../../data/secrets.json',
  'C:\\con\\nul',
  'a\r\nset-cookie: sid=1',
  '$(touch x)`touch x`',
  '%00%0a%ff',
  // Names that objects have already.
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  // Characters that are hard to see, store or count.
  'a\u0000b',
  '\u0007bell',
  'del\u007f',
  'a\ud800',
  '\udc00b',
  '\ufffe\uffff',
  '\ufeff桩',
  'first\u2028second\u2029third',
  '\u202egnp.txt',
  'e\u0301\u0301\u0301',
  '👩🏽‍🚒🏳️‍🌈',
  'İıſK',
  '𠮷野家充电站',
  'محطة شحن',
  '\ufdfa',
  // Long ones: over every field of a form, over every field of a frame.
  long('长', 201),
  long('x', 2_001),
  long('🔌', 1_100),
  `a${long('🔌', 1_100)}`,
  long('a b ', 1_000),
]

const utf8 = (text: string) => Buffer.from(text, 'utf8')
const bytes = (...values: number[]) => Buffer.from(values)
const around = (before: string, inner: Buffer, after: string) => Buffer.concat([utf8(before), inner, utf8(after)])

const NEVER: Readonly<Record<string, Buffer>> = {
  'an object that never ends': utf8('{"page":1'),
  'a text that never ends': utf8('{"page":"1'),
  'a key without a value': utf8('{"page"}'),
  'a value without a key': utf8('{1}'),
  'a comma at the end': utf8('{"page":1,}'),
  'two commas': utf8('{"page":1,,"pageSize":1}'),
  'two objects': utf8('{"page":1}{"page":2}'),
  'a word behind': utf8('{"page":1}x'),
  'single quotes': utf8("{'page':1}"),
  'no quotes': utf8('{page:1}'),
  'a comment': utf8('{"page":1/* one */}'),
  'a leading zero': utf8('{"page":01}'),
  'a plus': utf8('{"page":+1}'),
  'a bare point': utf8('{"page":.5}'),
  'half an exponent': utf8('{"page":1e}'),
  hexadecimal: utf8('{"page":0x1}'),
  infinity: utf8('{"page":Infinity}'),
  'not a number': utf8('{"page":NaN}'),
  'True of another language': utf8('{"page":True}'),
  'a raw line break in a text': utf8('{"q":"a\nb"}'),
  'a raw U+0000': utf8('{"q":"a\0b"}'),
  'an unknown escape': utf8('{"q":"\\x41"}'),
  'half a unicode escape': utf8('{"q":"\\u00"}'),
  'a bracket of the other kind': utf8('{"page":[1}}'),
  'a form': utf8('page=1&pageSize=2'),
  XML: utf8('<page>1</page>'),
  'ten thousand brackets': utf8('['.repeat(10_000)),
  'a byte order mark': around('', bytes(0xef, 0xbb, 0xbf), '{"page":1}'),
  'blanks of another alphabet': utf8('\u00a0{"page":1}'),
  'UTF-16': Buffer.from('{"page":1}', 'utf16le'),
  'bytes that are no UTF-8 outside of a text': around('{"page":', bytes(0xff), '}'),
}

const EITHER: Readonly<Record<string, Buffer>> = {
  'a bad byte in a text': around('{"q":"', bytes(0xff), '"}'),
  'half a character': around('{"q":"', bytes(0xe6, 0xa1), '"}'),
  'an overlong zero': around('{"q":"', bytes(0xc0, 0x80), '"}'),
  'a surrogate as UTF-8': around('{"q":"', bytes(0xed, 0xa0, 0x80), '"}'),
  'half a pair': utf8('{"q":"\\ud83d"}'),
  'a number beyond a double': utf8('{"page":1e999}'),
  'a key twice': utf8('{"page":1,"page":2}'),
  'a key twice, once escaped': utf8('{"page":1,"\\u0070age":2}'),
  'U+0000 by escape': utf8('{"q":"a\\u0000b"}'),
  'a way into every object': utf8('{"__proto__":{"admin":true}}'),
  'thirty levels': utf8(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`),
}

const MUST: Readonly<Record<string, Buffer>> = {
  'an empty object': utf8('{}'),
  'an object amid blanks': utf8(' \r\n\t{ } '),
  'a list': utf8('[{"page":1}]'),
  'a number': utf8('42'),
  'a text': utf8('"page"'),
  nothing: utf8('null'),
  'a key nobody knows': utf8('{"":0}'),
  'escapes in keys': utf8('{"\\u0061\\/\\n":"\\""}'),
  'a long number': utf8('{"x":0.30000000000000000001}'),
}

const casesOf = (rule: JsonCase['rule'], documents: Readonly<Record<string, Buffer>>): JsonCase[] =>
  Object.entries(documents).map(([name, content]) => ({ name: `own: ${name}`, rule, bytes: content }))

/** Documents by what RFC 8259 says of them. */
export const OWN_JSON: readonly JsonCase[] = [
  ...casesOf('never', NEVER),
  ...casesOf('either', EITHER),
  ...casesOf('must', MUST),
]
