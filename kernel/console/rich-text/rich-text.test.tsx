import type { Block, RichText } from '@wattyard/resource'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { loadSpanish } from '../testing/shown-text.ts'
import { DrawRichText } from './draw-rich-text.tsx'
import { editorSchema, fromDocument, toDocument } from './editor-schema.ts'
import { paragraphsOf } from './plain-paste.ts'

beforeAll(() => loadSpanish())

const draw = (...content: unknown[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      {/* Some of these are invalid: from a newer server, or a manually changed row. */}
      <DrawRichText text={{ type: 'doc', content: content as Block[] }} />
    </MemoryRouter>,
  )
const words = (text: string, ...marks: unknown[]) => ({ type: 'paragraph', content: [{ type: 'text', text, marks }] })

test('every node is drawn as its element', () => {
  expect(
    draw(
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'A' }] },
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'B' }] },
      { type: 'bullet_list', content: [{ type: 'list_item', content: [words('C')] }] },
      { type: 'ordered_list', content: [{ type: 'list_item', content: [words('D')] }] },
      { type: 'blockquote', content: [words('E')] },
      { type: 'horizontal_rule' },
      words('F', { type: 'strong' }, { type: 'em' }),
    ).replaceAll(/<\/?span>/g, ''),
  ).toBe(
    '<div class="w-rich"><h3>A</h3><h4>B</h4><ul><li><p>C</p></li></ul><ol><li><p>D</p></li></ol><blockquote><p>E</p></blockquote><hr/><p><em><strong>F</strong></em></p></div>',
  )
})

test('text stays text; unknown nodes are left out; no attribute comes from a text', () => {
  const html = draw(
    words('<img src=x onerror=alert(1)><script>alert(2)</script>"\'&lt;'),
    { type: 'script', content: [{ type: 'text', text: 'alert(3)' }] },
    {
      type: 'paragraph',
      onclick: 'alert(4)',
      attrs: { style: 'position:fixed' },
      content: [{ type: 'text', text: 'ok' }],
    },
    words('plain', { type: 'style', attrs: { css: 'x' } }),
  )
  expect([...html.matchAll(/<([a-z0-9]+)([^>]*)>/g)].map(([, tag, rest]) => `${tag}${rest}`)).toEqual([
    'div class="w-rich"',
    'p',
    'span',
    'p',
    'span',
    'p',
    'span',
  ])
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
})

test('only https and paths of the console become links, in a window without access to this one', () => {
  const link = (href: unknown) => words('x', { type: 'link', attrs: { href } })
  expect(draw(link('https://charge.example/a'))).toContain(
    '<a href="https://charge.example/a" target="_blank" rel="noopener noreferrer nofollow">x</a>',
  )
  for (const href of [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:x',
    'data:text/html,x',
    '//a.example',
    'http://a.example',
    1,
    null,
    {},
  ])
    expect([href, draw(link(href)).includes('<a')]).toEqual([href, false])
})

test('the editor keeps its value, returns null for an empty text, and rejects invalid text', () => {
  const text: RichText = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: '标题' }] },
      {
        type: 'ordered_list',
        content: [
          {
            type: 'list_item',
            content: [{ type: 'paragraph', content: [{ type: 'text', marks: [{ type: 'strong' }], text: 'a' }] }],
          },
        ],
      },
      {
        type: 'paragraph',
        content: [
          { type: 'text', marks: [{ type: 'link', attrs: { href: '/home' } }], text: 'x' },
          { type: 'hard_break' },
        ],
      },
    ],
  }
  expect(fromDocument(toDocument(text))).toEqual(text)
  expect(fromDocument(toDocument(null))).toBeNull()
  for (const odd of ['x', {}, { type: 'script' }, { type: 'doc', content: [{ type: 'image', attrs: { src: 'x' } }] }])
    expect(fromDocument(toDocument(odd))).toBeNull()
  expect(Object.keys(editorSchema.nodes)).not.toContain('image')
})

test('pasted content becomes paragraphs of text', () => {
  expect(paragraphsOf('<b>a</b>\r\n\nb').map(node => node.textContent)).toEqual(['<b>a</b>', '', 'b'])
  expect(paragraphsOf('x'.repeat(30_000))[0]?.textContent).toHaveLength(20_000)
})
