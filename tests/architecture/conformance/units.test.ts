import { DECIMALS, decimalsOfUnit, unitInFile, unitOfColumn, unitTyped } from '@wattyard/resource'
import { readCell } from '@wattyard/server-kit'
import { allWords } from '@wattyard/testing'
import { afterAll, expect, test } from 'vitest'
import { FOLDERS, readTexts } from '../locale-texts.ts'
import { conformanceWorld } from './world.ts'

/* Decision 391: one unit of money in every head, axis and file, in all languages, and one number of decimals by kind. */

const world = await conformanceWorld()
afterAll(() => world.close())
const LANGUAGES = ['zh', 'en', 'es'] as const

/** Fields whose currency is not that of the ledger, or hints about codes of currencies. */
const NAMES_A_CODE = /\.(?:currency|sameCurrency)$/
/** A unit of money that is not the ledger's sign: `(CNY)`, `元/kWh`, `（元）`, a unit alone. */
const OTHER_UNIT = /\b(?:CNY|RMB|yuan)\b(?!, )|[（(]元[)）]|元\/|^元$/i

test('no text spells another unit of money than the sign', () => {
  let read = 0
  const found = LANGUAGES.flatMap(language =>
    FOLDERS.flatMap(folder =>
      [...readTexts(folder, language)]
        .filter(([path, text]) => {
          read += 1
          return OTHER_UNIT.test(text) && !NAMES_A_CODE.test(path)
        })
        .map(([path, text]) => `${language} ${path}: ${text}`),
    ),
  )
  expect(read).toBeGreaterThan(5_000)
  expect(found).toEqual([])
})

test('the name of a field spells no unit: its head adds that of the kind', () => {
  const words = new Map(LANGUAGES.map(language => [language, FOLDERS.map(folder => readTexts(folder, language))]))
  const wordOf = (language: (typeof LANGUAGES)[number], key: string): string =>
    words
      .get(language)
      ?.find(texts => texts.has(key))
      ?.get(key) ?? ''
  let figures = 0
  const found = world.served.flatMap(({ resource }) =>
    Object.entries({ ...resource.fields, ...resource.added }).flatMap(([key, field]) => {
      const unit = unitOfColumn(field)
      if (unit === undefined) return []
      figures += 1
      return LANGUAGES.map(language => wordOf(language, `${resource.name}.${key}`)).filter(
        word => word.includes(unit) || /[¥%]|\bk[WV]|CNY|元/.test(word),
      )
    }),
  )
  expect(figures).toBeGreaterThan(20)
  expect(found).toEqual([])
})

test('every kind of figures with decimals has its number of them and a unit, on screen and in files', () => {
  for (const { resource } of world.served)
    for (const [key, field] of Object.entries({ ...resource.fields, ...resource.added })) {
      if (!['money', 'price', 'energy', 'power', 'percent', 'quantity'].includes(field.kind)) continue
      expect(unitOfColumn(field), `${resource.name}.${key}`).toBeDefined()
      expect(unitInFile(field), `${resource.name}.${key}`).toBeDefined()
      if (field.kind === 'quantity') continue
      expect(DECIMALS).toHaveProperty(field.kind)
      // A chart knows the kind of its figures by their unit.
      expect(decimalsOfUnit(unitOfColumn(field))).toBe(DECIMALS[field.kind as keyof typeof DECIMALS]) // one of the list above
    }
})

test('a number means the same on screen, in a form, in a template, in an import and in an export', () => {
  const { translate } = allWords()
  let powers = 0
  for (const { resource } of world.served)
    for (const [key, field] of Object.entries(resource.fields)) {
      const screen = unitOfColumn(field)
      if (screen === undefined) continue
      const name = `${resource.name}.${key}`
      expect(unitTyped(field), name).toBe(screen)
      const read = (cell: string, head: string) =>
        readCell(key, field, cell, { resource, translate, zone: 'Asia/Shanghai' }, head)
      // As forms send it: powers are watts (`typedPower`).
      const typed = field.kind === 'power' ? '7000' : '7'
      // As the template asks for it, below a head of somebody's own, and with the unit in the cell.
      expect(read('7', `x (${screen})*`), name).toBe(typed)
      expect(read('7', 'x'), name).toBe(typed)
      if (field.kind !== 'power') continue
      powers++
      expect(read('7 kW', 'x'), name).toBe(typed)
      expect(read(unitInFile(field) === 'W' ? '7000' : '7', `x (${unitInFile(field)})`), name).toBe(typed)
    }
  expect(powers).toBeGreaterThan(0)
})
