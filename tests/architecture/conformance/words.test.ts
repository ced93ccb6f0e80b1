import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fallbackKeys, type ModuleRegistry } from '@wattyard/resource'
import { describe, expect, test } from 'vitest'
import { FOLDERS, readTexts as read, ROOT } from '../locale-texts.ts'

/** What is filled in: `{{name}}`; what people write in each language has a gap for each, `{{titleEn}}` for `{{title}}`. */
const gaps = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+?)(?:En|Es)?\}\}/g)].map(([, name = '']) => name).toSorted()

/** Numbers beside which no word changes, in neither language: they stand apart, or behind them is `more`, `min`, `of`. */
const STANDS_ALONE: ReadonlySet<string> = new Set(
  `shell.tabMoved shell.tabList shell.errors.button
   kit.perPage kit.moreReasons kit.time.minutesAgo kit.time.hoursAgo
   kit.todo.lasts.minutesAgo kit.todo.lasts.hoursAgo
   kit.board.more kit.board.inList kit.todo.putOff kit.todo.more kit.todo.offCount
   assets.manufacturerPage.more assets.newStation.created charging.monitorPage.more charging.errPage.others
   finance.trace.framesNote finance.trace.proved finance.bill.daysCount finance.bill.stationsCount finance.bill.sealedAbnormal platform.approvals.openOthers
   identity.rights.pages identity.rights.permissions identity.org.andMore identity.org.stationCount
   identity.tenants.showDeleted identity.passwordPolicy.atLeastKinds notifications.andMore notifications.digest.more
   platform.audit.filtersInUse platform.audit.shownOfMore platform.audit.shownAll platform.approvals.open platform.deletionDays.now platform.dict.moved
   pricing.error.notComplete pricing.error.versionInUse pricing.list.planned pricing.list.drafts pricing.list.runsAt
   pricing.editor.covered pricing.editor.problems pricing.editor.moreProblems pricing.editor.slotsOf pricing.plan.addDates
   pricing.publish.moreStations pricing.whatIf.refused pricing.places.assigned pricing.places.keptOverrides
   pricing.places.more pricing.places.inForceAt`.split(/\s+/),
)
/** Numbers that are never one: limits of ours, and what gathers several. */
const NEVER_ONE: ReadonlySet<string> = new Set(
  `charging.wall.capped charging.message.orderNoticed.manyTitle charging.message.caseAssigned.manyTitle devtools.mqtt.cut devtools.mqtt.kept
   gateway.parse.cutOff identity.message.accountAsked.manyTitle identity.message.pageAsked.manyTitle
   identity.passwordPolicy.allKinds payments.message.refundAsked.manyTitle kit.report.tooManyColumns notifications.error.wroteTooMuch pricing.pileModel.tooManyRates`.split(
    /\s+/,
  ),
)
const COUNTED = /\{\{(?:count|n)\}\}/
const counted = new Set<string>()

describe.each(FOLDERS)('words of %s', folder => {
  const zh = read(folder, 'zh')

  test.each(['en', 'es'])('are all there in %s, with the same gaps', language => {
    const words = read(folder, language)
    // A language with a singular of its own says it beside the plural.
    const paths = [...words.keys()].filter(path => !path.endsWith('_one'))
    expect(paths.toSorted()).toEqual([...zh.keys()].toSorted())
    expect(paths.filter(path => gaps(words.get(path) ?? '').join() !== gaps(zh.get(path) ?? '').join())).toEqual([])
    expect([...words.keys()].filter(path => path.endsWith('_one') && !words.has(path.slice(0, -4)))).toEqual([])
    expect([...words].filter(([, word]) => word.trim() === '')).toEqual([])
  })

  // Spanish has a third form, `many`, for whole millions: the library takes the plural for it, and so do we.
  test.each(['en', 'es'])('say one thing otherwise than several in %s', language => {
    const words = read(folder, language)
    const texts = [...words].filter(([path, word]) => COUNTED.test(word) && !path.endsWith('_one'))
    for (const [path] of texts) counted.add(path)
    const needed = texts.filter(([path]) => !STANDS_ALONE.has(path) && !NEVER_ONE.has(path))
    expect(needed.filter(([path]) => !words.has(`${path}_one`)).map(([path]) => path)).toEqual([])
  })
})

test('what a driver plugs in has one name: the connector of the glossary, in every text', () => {
  const texts = FOLDERS.flatMap(folder => [...read(folder, 'en'), ...read(folder, 'es')])
  expect(texts.length).toBeGreaterThan(5_000)
  expect(texts.filter(([, text]) => /\bguns?\b|\bmanguera|\bpistola/i.test(text))).toEqual([])
})

test('what is wrong with an order has the names of the glossary: issues of an order, and abnormal orders', () => {
  const texts = FOLDERS.flatMap(folder => [...read(folder, 'en'), ...read(folder, 'es')])
  expect(texts.filter(([, text]) => /\bfindings?\b|\banomalías?\b/i.test(text))).toEqual([])
})

test('utilisation is a share of time wherever it is named, and connectors in use now have another name', () => {
  const texts = FOLDERS.flatMap(folder => [
    ...[...read(folder, 'zh')].filter(([, text]) => text.replaceAll('时间利用率', '').includes('利用率')),
    ...[...read(folder, 'en')].filter(([, text]) => /(?<!time )utilisation/i.test(text)),
    ...[...read(folder, 'es')].filter(([, text]) => /utilización(?! temporal)/i.test(text)),
  ])
  expect(texts).toEqual([])
})

/** Texts that a screen asks for by their whole key. */
const ASKED = /\bt\(\s*'([a-zA-Z]\w*(?:\.\w+)+)'/g

test('what a screen asks for by its key is there', () => {
  const known = new Set(FOLDERS.flatMap(folder => [...read(folder, 'zh').keys()]))
  const asked = ['apps/console', 'kernel/console', 'modules'].flatMap(room =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter(file => /(?:^|\/)[^.]+\.tsx?$/.test(file) && (room !== 'modules' || file.includes('/console/')))
      .flatMap(file =>
        [...readFileSync(join(ROOT, room, file), 'utf8').matchAll(ASKED)].map(
          ([, key = '']) => `${room}/${file} ${key}`,
        ),
      ),
  )
  expect(asked.length).toBeGreaterThan(1_000)
  const isThere = (key: string): boolean => [key, ...fallbackKeys(key)].some(one => known.has(one))
  expect(asked.filter(one => !isThere(one.split(' ')[1] ?? ''))).toEqual([])
})

test('every exception from plural forms is a text with a number', () => {
  expect(counted.size).toBeGreaterThan(50)
  console.log(`words: ${counted.size} with a number`)
  expect([...STANDS_ALONE, ...NEVER_ONE].filter(path => !counted.has(path))).toEqual([])
})

test('no word repeats what would stand in for it', () => {
  const [zh, en, es] = (['zh', 'en', 'es'] as const).map(
    language => new Map(FOLDERS.flatMap(folder => [...read(folder, language)])),
  )
  const isSame = (key: string, other: string): boolean =>
    [zh, en, es].every(words => words?.get(key) === words?.get(other) && !words?.has(`${key}_one`))
  const repeated = [...(zh ?? [])].flatMap(([key]) => {
    const other = fallbackKeys(key).find(one => zh?.has(one))
    return other !== undefined && isSame(key, other) ? [`${key} is ${other}`] : []
  })
  expect(repeated).toEqual([])
  expect([...(zh ?? [])].filter(([key]) => key.startsWith('shared.')).length).toBeGreaterThan(30)
})

test('no refusal shows a word of the code: each reason of a broken request has words of its own', () => {
  const texts = new Map(FOLDERS.flatMap(folder => [...read(folder, 'zh')]))
  const shown = [...texts].filter(([path, text]) => /\.error\./.test(path) && /\{\{(reason|error|kind)\}\}/.test(text))
  expect(shown.map(([path]) => path)).toEqual([])
  const sources = globSync(['kernel/server/http/*.ts', 'modules/*/server/**/*.ts', 'apps/server/**/*.ts'], {
    cwd: ROOT,
  })
    .filter(path => !path.endsWith('.test.ts'))
    .map(path => readFileSync(`${ROOT}/${path}`, 'utf8'))
  const reasons = sources.flatMap(source => [
    ...[...source.matchAll(/malformed\('(\w+)'\)/g)].map(([, reason]) => reason),
    ...[...source.matchAll(/'kernel\.malformedBody', \{[^\n]*reason: '(\w+)'/g)].map(([, reason]) => reason),
  ])
  expect(reasons.length).toBeGreaterThan(12)
  expect(reasons.filter(reason => !texts.has(`kernel.error.malformedBodyBecause.${reason}`))).toEqual([])
})

test('no word is left that the generator marked', () => {
  const marked = FOLDERS.flatMap(folder =>
    ['zh', 'en', 'es'].flatMap(language =>
      [...read(folder, language)].flatMap(([key, word]) =>
        word.includes('✎') ? [`${folder}: ${key} in ${language}`] : [],
      ),
    ),
  )
  expect(marked).toEqual([])
})

test('pages that show what every module did have the words of every module', async () => {
  const registries = await Promise.all(
    globSync('modules/*/contract/registry.ts', { cwd: ROOT }).map(
      async path => ((await import(join(ROOT, path))) as { registry: ModuleRegistry }).registry, // a test checks each module
    ),
  )
  // Help and development pages have no record of their own.
  const names = registries.filter(one => one.resources.length > 0 && one.name !== 'devtools').map(one => one.name)
  const platform = registries.find(one => one.name === 'platform')
  expect(names.length).toBeGreaterThan(9)
  for (const path of ['/console/log', '/console/menuemanage', '/sysconfig/cfgSchedule'] as const)
    expect(new Set([...(platform?.pages[path]?.words ?? []), 'platform']), path).toEqual(new Set(names))
})

test('texts are read', () => {
  const count = FOLDERS.reduce((sum, folder) => sum + read(folder, 'zh').size, 0)
  expect(count).toBeGreaterThan(3_000)
  console.log(`words: ${count} in ${FOLDERS.length} folders, each in three languages`)
})
