import { describe, expect, test } from 'vitest'
import { blockText, MAX_MARKDOWN, parseInline, parseMarkdown } from './markdown.ts'

const kinds = (text: string) => parseMarkdown(text).map(({ kind }) => kind)

describe('blocks', () => {
  test('headings carry the id that is written behind them, or one by their place', () => {
    expect(parseMarkdown('# Title {#top}\n## Next\n#### none')).toEqual([
      { kind: 'heading', level: 1, id: 'top', text: [{ kind: 'text', text: 'Title' }] },
      { kind: 'heading', level: 2, id: 'part-2', text: [{ kind: 'text', text: 'Next' }] },
      { kind: 'paragraph', text: [{ kind: 'text', text: '#### none' }] },
    ])
  })

  test('lists end where the other kind begins; a line below an item belongs to it', () => {
    const [ordered, bullets] = parseMarkdown('1. one\n   more\n2. two\n- a\n* b')
    expect(ordered).toMatchObject({ kind: 'list', isOrdered: true })
    expect(blockText(ordered ?? { kind: 'code', text: '' })).toBe('one more\ntwo')
    expect(bullets).toMatchObject({ kind: 'list', isOrdered: false })
    expect(blockText(bullets ?? { kind: 'code', text: '' })).toBe('a\nb')
  })

  test('Chinese lines join without a space, others with one', () => {
    expect(parseMarkdown('先建站，\n再建桩').map(blockText)).toEqual(['先建站，再建桩'])
    expect(parseMarkdown('first\nthen').map(blockText)).toEqual(['first then'])
  })

  test('notes, code, tables', () => {
    expect(kinds('> take\n> care\n\n```\n# no heading\n```\n|a|b|\n|---|---|\n|1|2|\nend')).toEqual([
      'note',
      'code',
      'table',
      'paragraph',
    ])
    expect(parseMarkdown('|a|b|\n|---|:-:|\n|1|**2**|')).toEqual([
      {
        kind: 'table',
        head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
        rows: [[[{ kind: 'text', text: '1' }], [{ kind: 'strong', text: '2' }]]],
      },
    ])
  })

  test('an answer that is not finished yet is read as far as it has come', () => {
    const whole = '## A {#a}\n1. one **two**\n\n```\ncode\n```\n> note'
    for (let end = 0; end <= whole.length; end += 1) expect(() => parseMarkdown(whole.slice(0, end))).not.toThrow()
    expect(kinds('```\nopen')).toEqual(['code'])
  })
})

describe('pieces', () => {
  test('strong, code, links to routes and headings', () => {
    expect(parseInline('see **A** or `b` in [C](/device/station?open=1) and [D](#d)')).toEqual([
      { kind: 'text', text: 'see ' },
      { kind: 'strong', text: 'A' },
      { kind: 'text', text: ' or ' },
      { kind: 'code', text: 'b' },
      { kind: 'text', text: ' in ' },
      { kind: 'link', text: 'C', to: '/device/station?open=1' },
      { kind: 'text', text: ' and ' },
      { kind: 'link', text: 'D', to: '#d' },
    ])
  })

  test.each([
    '[x](javascript:alert)',
    '[x](https://evil.example/)',
    '[x](//evil.example)',
    '[x](data:text/html,y)',
    '[x](/a"onclick=)',
  ])('%s leads nowhere: its text stays', source => {
    const pieces = parseInline(source)
    expect(pieces.every(({ kind }) => kind === 'text')).toBe(true)
    expect(pieces[0]?.text).toBe('x')
  })

  test('angle brackets are text', () => {
    expect(parseInline('<img src=x onerror=alert(1)>')).toEqual([
      { kind: 'text', text: '<img src=x onerror=alert(1)>' },
    ])
  })
})

test('what was made to be slow is not', () => {
  const began = process.cpuUsage()
  for (const bad of [
    '**'.repeat(30_000),
    '[['.repeat(30_000),
    '[a]('.repeat(15_000),
    '|'.repeat(60_000),
    '`'.repeat(60_000),
    '- '.repeat(30_000),
    '#'.repeat(60_000),
  ])
    parseMarkdown(bad)
  parseMarkdown('- a\n'.repeat(16_000))
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000)
  expect(parseMarkdown('x'.repeat(MAX_MARKDOWN + 10)).map(blockText)).toEqual(['x'.repeat(MAX_MARKDOWN)])
})
