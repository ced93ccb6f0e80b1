import { describe, expect, test } from 'vitest'
import { documentOf, MAX_RICH_TEXT, plainText, safeHref } from './rich-text.ts'
import { richTextInput, richTextSchema } from './rich-text-schema.ts'

describe('schema of a text', () => {
  const doc = (...content: unknown[]) => ({ type: 'doc', content })
  const para = (...content: unknown[]) => ({ type: 'paragraph', content })
  const link = (href: unknown) => para({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] })
  const passes = (value: unknown) => richTextSchema.safeParse(value).success

  test('headings, lists, quotations, lines, bold, italic and links', () => {
    const item = {
      type: 'list_item',
      content: [para({ type: 'text', text: 'a', marks: [{ type: 'strong' }, { type: 'em' }] })],
    }
    const whole = doc(
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '标题' }] },
      { type: 'bullet_list', content: [item] },
      {
        type: 'ordered_list',
        content: [{ type: 'list_item', content: [para(), { type: 'bullet_list', content: [item] }] }],
      },
      { type: 'blockquote', content: [para({ type: 'text', text: 'q' }, { type: 'hard_break' })] },
      { type: 'horizontal_rule' },
      link('https://charge.example/a?b=c#d'),
      link('/device/station?open=1'),
    )
    expect(richTextSchema.parse(whole)).toEqual(whole)
    expect(plainText(richTextSchema.parse(whole))).toBe('标题\na\n\na\nq\n\nx\nx')
  })

  test('anything else is refused: elements, handlers, styles, attributes, other levels, prototypes', () => {
    for (const odd of [
      doc(),
      doc({ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] }),
      doc({ type: 'iframe', attrs: { src: 'https://a.example' } }),
      doc({ type: 'image', attrs: { src: 'x', onerror: 'alert(1)' } }),
      doc({ type: 'html', html: '<b>x</b>' }),
      doc({ ...para(), attrs: { style: 'position:fixed' } }),
      doc({ ...para(), onclick: 'alert(1)' }),
      doc({ type: 'heading', attrs: { level: 1 }, content: [] }),
      doc({ type: 'heading', attrs: { level: 2, id: 'x' } }),
      doc(para({ type: 'text', text: 'x', marks: [{ type: 'style', attrs: { css: 'x' } }] })),
      doc(para({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: '/', target: '_top' } }] })),
      doc(para({ type: 'text', text: '' })),
      doc(para({ type: 'text', text: 'a\u0000' })),
      doc('text'),
      { ...doc(para()), extra: 1 },
      JSON.parse('{"type":"doc","content":[{"type":"paragraph"}],"__proto__":{"x":1}}'),
      'x',
      null,
      [],
    ])
      expect([JSON.stringify(odd), passes(odd)]).toEqual([JSON.stringify(odd), false])
  })

  test('no address that runs, sends or leads to another host than it says', () => {
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      ' javascript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'blob:https://a.example/1',
      'file:///etc/passwd',
      'http://a.example/',
      '//a.example/',
      '/\\a.example',
      '\\\\a.example',
      'https:a.example',
      'https://user:word@a.example/',
      'https://a.example/\u202egpj.exe',
      'https://',
      'mailto:a@example.cn',
      '#x',
      'a',
      '',
      `/${'a'.repeat(500)}`,
      1,
      null,
    ]) {
      expect([href, safeHref(href)]).toEqual([href, null])
      expect([href, passes(doc(link(href)))]).toEqual([href, false])
    }
    expect(safeHref('https://充电.example/a')).toMatch(/^https:\/\/xn--[a-z0-9]+\.example\/a$/)
    expect(safeHref('/device/station')).toBe('/device/station')
  })

  test('limits of depth, length and parts', () => {
    const nest = (depth: number): unknown =>
      depth === 0 ? para({ type: 'text', text: 'x' }) : { type: 'blockquote', content: [nest(depth - 1)] }
    expect([passes(doc(nest(4))), passes(doc(nest(5))), passes(doc(nest(5_000)))]).toEqual([true, false, false])
    expect(passes(doc(para({ type: 'text', text: 'x'.repeat(MAX_RICH_TEXT) })))).toBe(true)
    expect(
      passes(doc(para({ type: 'text', text: 'x'.repeat(MAX_RICH_TEXT) }), para({ type: 'text', text: 'x' }))),
    ).toBe(false)
    expect(passes(doc(...Array.from({ length: 501 }, () => para())))).toBe(false)
  })

  test('a field names itself, not the place inside of the document', () => {
    const issues = (value: unknown) => richTextInput.safeParse(value).error?.issues.map(one => [one.path, one.message])
    expect(issues(doc({ type: 'script' }))).toEqual([[[], 'notRichText']])
    expect(issues(undefined)).toEqual([[[], 'required']])
    expect(issues(doc(para({ type: 'text', text: 'x'.repeat(MAX_RICH_TEXT + 1) })))).toEqual([[[], 'tooLong']])
    expect(issues(doc(para({ type: 'text', text: 'a\u0000' })))).toEqual([[[], 'forbiddenCharacter']])
    expect(richTextInput.parse(doc(para()))).toEqual(doc(para()))
  })
})

test('plain text becomes paragraphs and comes back', () => {
  const text = '周三停电\n\nfrom 9 to 12'
  const made = documentOf(text)
  expect(richTextSchema.parse(made)).toEqual(made)
  expect(made && plainText(made)).toBe(text)
  expect(documentOf(' \n')).toBeNull()
})
