import { describe, expect, test } from 'vitest'
import { helpPage, linksOf } from './help-page.ts'
import { folded, marksOf, searchHelp } from './search-help.ts'

const PAGES = [
  helpPage(
    'zcgl',
    '# 资产管理 {#zcgl}\n总述\n## 充电桩离线 {#offline}\n看 **最近通信**，检查网络。\n## 改价格 {#price}\n在 [价格](/pricePollcy/operPrice) 新建草稿并发布。',
  ),
  helpPage(
    'en',
    '# Assets {#en}\n## A pile is offline {#off}\nLook at the network and the last messages.\n## Prices {#pr}\nPublish a draft of the price. The network of prices.',
  ),
  helpPage('es', '# Activos {#es}\n## Estación nueva {#est}\nCree la estación y sus cargadores.'),
]
/** As the console's own for the characters of the tests. */
const INITIALS: Readonly<Record<string, string>> = {
  桩: 'z',
  离: 'l',
  线: 'x',
  改: 'g',
  价: 'j',
  格: 'g',
  最: 'z',
  近: 'j',
  通: 't',
  信: 'x',
}
const initialsOf = (text: string) => Array.from(text, one => INITIALS[one] ?? one).join('')
const found = (sought: string, mode?: 'any') =>
  searchHelp(PAGES, sought, initialsOf, mode).map(({ section }) => section.id)

describe('search', () => {
  test('by words, all of them, whatever their case and accents', () => {
    expect(found('OFFLINE')).toEqual(['off'])
    expect(found('network messages')).toEqual(['off'])
    expect(found('estacion')).toEqual(['est'])
    expect(found('offline invoice')).toEqual([])
    expect(found('   ')).toEqual([])
    expect(found('…')).toEqual([])
  })

  test('by the pinyin initials of titles and of names in bold', () => {
    expect(found('zlx')).toEqual(['offline'])
    expect(found('gjg')).toEqual(['price'])
    expect(found('zjtx')).toEqual(['offline'])
  })

  test('a Chinese phrase that stands nowhere as a whole is found by its pairs', () => {
    expect(found('离线的桩')).toEqual([])
    expect(found('桩离线处理')).toEqual(['offline'])
  })

  test('what stands in a title comes first', () => {
    expect(found('price')[0]).toBe('pr')
  })

  test('a whole question ranks by whatever fits, rare words above common ones', () => {
    expect(found('what do I do when the pile is offline?', 'any')[0]).toBe('off')
    expect(found('充电桩离线了应该怎么办', 'any')[0]).toBe('offline')
    expect(found('怎样改', 'any')).toEqual([])
    expect(found('请问怎样发布呢', 'any')).toEqual(['price'])
    expect(found('xyzzy', 'any')).toEqual([])
  })

  test('an excerpt holds what was found, marked', () => {
    const [hit] = searchHelp(PAGES, 'messages', initialsOf)
    const { text = '', marks = [] } = hit?.excerpt ?? {}
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['messages'])
  })
})

test('marks are in order and join where they touch', () => {
  expect(marksOf('Estación, estacion', ['estacion', 'cion'])).toEqual([
    [0, 8],
    [10, 18],
  ])
  expect(marksOf('aaaa', ['aa'])).toEqual([[0, 4]])
})

test('folding keeps every place', () => {
  for (const text of ['Estación ñ Ü', '充电桩 İI', 'ﬁ straße 🚗 é']) expect(folded(text)).toHaveLength(text.length)
})

test('a page knows its sections, names and links', () => {
  const [page] = PAGES
  expect(page?.title).toBe('资产管理')
  expect(page?.sections.map(({ id }) => id)).toEqual(['zcgl', 'offline', 'price'])
  expect(page?.sections[1]?.names).toEqual(['最近通信'])
  expect(linksOf(PAGES[0] ?? helpPage('', ''))).toEqual(['/pricePollcy/operPrice'])
  expect(helpPage('x', 'no heading').sections).toEqual([])
})
