import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@wattyard/server-kit'
import { describe, expect, test } from 'vitest'
import { FOLDERS, ROOT, readTexts } from './locale-texts.ts'

type Language = (typeof LANGUAGES)[number]
type Text = { readonly place: string; readonly text: string }

/** Names of fields in protocols: they quote the standards, so only their form is checked. */
const FRAMES = 'modules/gateway/locales/frames'

/** Phrases that no text may contain. `docs/guide/naming.md` says why and what to write instead. */
const BANNED: Readonly<Record<Language, readonly RegExp[]>> = {
  zh: [
    /今天至此|昨日同时|上周同日同时|账期日|带入|封账凭证|元\/度/,
    /电量存疑|^再显示|出了什么问题|什么也看不到|一个人做主/,
    /运营商价格|(?<!充)电桩|枪口|场站(?!分析)|站点|换肤|写消息|此刻/,
    /正在开发|开发中|尚未提供|尚未开放|敬请期待|[「」]/,
  ],
  en: [
    /to be looked at|bills? back\b|\bunder way\b|\bcomes from\b|\bset aside\b|^Own$|^Tip$|^Gate$/i,
    /\b(?:nobody|somebody|everybody|whoever|whosoever)\b|\bby (?:itself|themselves)\b|\bgoes on\b|\bin the way\b/i,
    /\bholds wherever\b|\bthe ledger verifies\b|\bwhose time has come\b|\bWeek ago by now\b|\bon one person’s word\b/i,
    /\blapse[sd]?\b|\bforget old\b|^Signs$|\bstate of charge\b|\bpeak-tip\b|\bhand-?made\b|\bby hand\b|\bkinds? of message\b/i,
    // The contract’s word is "charging pile"; two titles of pages are shorter.
    /(?<!charging )(?<![-\w])piles?\b(?! prices| order details)/i,
    /\bnot (?:yet )?built\b|\bcoming soon\b|\bunder development\b|\bnot yet available\b/i,
  ],
  es: [
    /inquilin|superpunta|valle profundo|^Profundo$|P\. alta|fuera de línea|\bmedidor|\bcartera\b/i,
    /\bSOC\b/,
    /retienen? (?:una|la) factura|\bpor revisar\b|\bQué va mal\b|\bProviene de\b|\bnadie\b|\bcolegas?\b|\ba mano\b/i,
    /\bpróximamente\b|\ben desarrollo\b|\btodavía no disponible\b/i,
  ],
}

/** What a person may not read in any language: keys, ids and names in code. */
const CODE: readonly RegExp[] = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i,
  /\b[a-z]\w*\.[a-z]\w*\.[a-z]\w+/,
  /\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b\w+_\w+/,
]
/** Names that look like code and are what people call the thing. */
const NAMES =
  /\b(?:GeoJSON|WeChat|OpenAI|WiFi|CycloneDX|AccessKey|AccessToken|SigSecret|DataSecret|DataSecretIV|QoS|kWh|kW|kVA|MHz|KiB|SoC|SoH|pH|WATTYARD_\w+)\b/g

/** A value of code with dashes, as keys have them. */
const DASHED = /^[a-z]+(?:-[a-z]+)+$/
const DASHED_WORDS = /(?<![\w-])[a-z]+(?:-[a-z]+)+(?![\w-])/g
/** Values that are also ordinary words. */
const ORDINARY = ['sign-in']

/** Texts of the contract, kept to the letter. */
const CONTRACT: ReadonlySet<string> = new Set([
  '成功修改密码!',
  '服务器开小差,请稍后再试',
  '请输入旧密码!',
  '请输入新密码!',
  '输入的密码不一致!',
  '两次输入密码不一致!',
])
/** An example of what to type, with the signs to type. */
const TYPED = /\d=\S+; \d=\S+/

const textsOf = (language: Language, folders: readonly string[]): Text[] =>
  folders.flatMap(folder => [...readTexts(folder, language)].map(([key, text]) => ({ place: key, text })))

/** Returns the lines of all help pages in a language, without addresses, ids of headings and commands. */
function helpOf(language: Language): Text[] {
  return readdirSync(join(ROOT, 'modules')).flatMap(module => {
    const folder = join(ROOT, 'modules', module, 'help')
    const names = readdirSync(join(ROOT, 'modules', module)).includes('help') ? readdirSync(folder) : []
    return names
      .filter(name => name.endsWith(`.${language}.md`))
      .flatMap(name =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .map((line, i) => ({ place: `${name}:${i + 1}`, text: line.replace(/`[^`]*`|\]\([^)]*\)|\{#[^}]*\}/g, '') })),
      )
  })
}

const withoutGaps = (text: string): string => text.replace(/\{\{\w+\}\}/g, '')

const found = (texts: readonly Text[], isWrong: (text: string) => boolean): string[] =>
  texts.filter(({ text }) => isWrong(text)).map(({ place, text }) => `${place}: ${text}`)

describe.each(LANGUAGES)('texts in %s', language => {
  const texts = textsOf(language, FOLDERS)
  const spoken = textsOf(
    language,
    FOLDERS.filter(folder => folder !== FRAMES),
  )
  const help = helpOf(language)

  test('are read', () => {
    expect(texts.length).toBeGreaterThan(5_000)
    expect(help.length).toBeGreaterThan(300)
  })

  test.each([...BANNED[language]])('contain no %s', phrase => {
    expect(found([...spoken, ...help], text => phrase.test(withoutGaps(text)))).toEqual([])
  })

  test('show no key, no id and no name of code', () => {
    expect(found(spoken, text => CODE.some(code => code.test(withoutGaps(text).replace(NAMES, ''))))).toEqual([])
  })

  test('show no value of code, such as meter-reversed', () => {
    const values = new Set(texts.flatMap(({ place }) => place.split('.').filter(part => DASHED.test(part))))
    for (const word of ORDINARY) values.delete(word)
    expect(values.size).toBeGreaterThan(100)
    expect(found(spoken, text => (text.match(DASHED_WORDS) ?? []).some(word => values.has(word)))).toEqual([])
  })

  test('have no space at an end and no two in a row', () => {
    expect(found(texts, text => / {2}|\s$|^\s/.test(text) && text !== ', ')).toEqual([])
  })
})

test('Chinese texts use Chinese punctuation beside Chinese characters', () => {
  const beside = /[\u4e00-\u9fff][,:;!?()]|[,:;!?()][\u4e00-\u9fff]/
  expect(found(textsOf('zh', FOLDERS), text => beside.test(text) && !CONTRACT.has(text) && !TYPED.test(text))).toEqual(
    [],
  )
})

test('every text of the contract that is exempt is in use', () => {
  const all = new Set(textsOf('zh', FOLDERS).map(({ text }) => text))
  expect([...CONTRACT].filter(text => !all.has(text))).toEqual([])
})
