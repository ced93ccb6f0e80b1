import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpPage, linksOf } from '@wattyard/help/contract'
import { CONTRACT_ROUTES, helpTopicOf, joinRules, routeAt } from '@wattyard/pages'
import { LANGUAGES } from '@wattyard/server-kit'
import { ROOT } from '@wattyard/testing'
import { afterAll, expect, test } from 'vitest'
import { conformanceWorld } from './world.ts'

const world = await conformanceWorld()
afterAll(() => world.close())

const rules = joinRules(world.modules)
const built = CONTRACT_ROUTES.filter(({ path }) => rules[path])

/** Every help file by its name, `zcgl.zh.md`. */
const files = readdirSync(join(ROOT, 'modules')).flatMap(module => {
  const folder = join(ROOT, 'modules', module, 'help')
  const names = readdirSync(join(ROOT, 'modules', module)).includes('help') ? readdirSync(folder) : []
  return names
    .filter(name => name.endsWith('.md'))
    .map(name => ({ module, name, text: readFileSync(join(folder, name), 'utf8') }))
})
const pages = files.map(({ module, name, text }) => {
  const [topic = '', language = ''] = name.split('.')
  return { place: `${module}/help/${name}`, topic, language, page: helpPage(topic, text) }
})
const topics = [...new Set(pages.map(({ topic }) => topic))]
const of = (topic: string, language: string) => pages.find(one => one.topic === topic && one.language === language)

test('help is read', () => {
  console.log(`help: ${files.length} files, ${topics.length} topics, ${built.length} built routes`)
  expect(files.length).toBeGreaterThan(0)
  expect(files.length).toBe(topics.length * LANGUAGES.length)
})

test('nothing is left that the generator marked', () => {
  expect(files.filter(({ text }) => text.includes('✎')).map(({ module, name }) => `${module}/help/${name}`)).toEqual([])
})

test('every menu group with built pages has help in three languages', () => {
  const missing = built.flatMap(route => {
    const languages = LANGUAGES.filter(language => {
      const topic = helpTopicOf(route, one => of(one, language) !== undefined)
      return topic === undefined
    })
    return languages.map(language => `${route.path} in ${language}`)
  })
  expect(missing).toEqual([])
})

test('no language lacks a page or a heading: an address of one is an address of all', () => {
  const headings = (topic: string, language: string) =>
    of(topic, language)?.page.sections.map(({ id, level }) => `${'#'.repeat(level)} ${id}`)
  for (const topic of topics) {
    const zh = headings(topic, 'zh')
    expect(zh?.length, topic).toBeGreaterThan(0)
    for (const language of LANGUAGES) expect(headings(topic, language), `${topic} in ${language}`).toEqual(zh)
  }
})

test('every heading has an id of its own, and every page one title, which bears its topic', () => {
  for (const { place, topic, page } of pages) {
    const ids = page.sections.map(({ id }) => id)
    expect(new Set(ids).size, place).toBe(ids.length)
    expect(
      ids.filter(id => /^part-\d+$/.test(id)),
      place,
    ).toEqual([])
    expect(
      page.sections.filter(({ level }) => level === 1).map(({ id }) => id),
      place,
    ).toEqual([topic])
    expect(
      page.sections.filter(({ level, text }) => level > 1 && text.trim() === '').map(({ id }) => id),
      place,
    ).toEqual([])
  }
})

test('every link leads to a built route or a heading of its page', () => {
  let links = 0
  const broken = pages.flatMap(({ place, page }) =>
    linksOf(page).flatMap(to => {
      links += 1
      const isThere = to.startsWith('#')
        ? page.sections.some(({ id }) => `#${id}` === to)
        : rules[routeAt(to.replace(/\?.*$/, ''))?.path ?? '/404'] !== undefined
      return isThere ? [] : [`${place}: ${to}`]
    }),
  )
  expect(links).toBeGreaterThan(50)
  expect(broken).toEqual([])
})

test('what is written as a link became one: the parser refuses other addresses', () => {
  const left = files.flatMap(({ name, text }) => {
    const written = [...text.matchAll(/\]\(/g)].length
    const [topic = ''] = name.split('.')
    const read = linksOf(helpPage(topic, text)).length
    return written === read ? [] : [`${name}: ${written} written, ${read} read`]
  })
  expect(left).toEqual([])
})
