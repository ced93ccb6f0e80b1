import { PERIOD_KINDS } from '@wattyard/time'
import { describe, expect, it } from 'vitest'
import { aTariff, SAMPLE_PRICES } from '../testing/index.ts'
import {
  checkTariff,
  daysFromTemplate,
  intervalAt,
  intervalsFromSlots,
  periodsOf,
  planFor,
  planFromTemplate,
  PricingError,
  PROVINCE_TEMPLATES,
  type ProvinceTemplate,
} from './index.ts'
import { businessDay } from '@wattyard/time'
import { readCalendars } from './province-templates.ts'

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const byKey = (key: string): ProvinceTemplate => {
  const found = PROVINCE_TEMPLATES.find(template => template.key === key)
  if (found === undefined) throw new Error(`no template ${key}`)
  return found
}

describe('province templates', () => {
  it('has 35 documents with unique keys and names in three languages', () => {
    expect(PROVINCE_TEMPLATES).toHaveLength(35)
    expect(new Set(PROVINCE_TEMPLATES.map(template => template.key)).size).toBe(35)
    for (const language of ['zh', 'en', 'es'] as const) {
      const names = PROVINCE_TEMPLATES.map(template => template.name[language])
      expect(names.every(name => name.length > 1)).toBe(true)
      expect(new Set(names).size).toBe(35)
    }
    expect(PROVINCE_TEMPLATES.filter(template => !/[号]$/.test(template.document))).toEqual([])
  })

  it.each(PROVINCE_TEMPLATES.map(template => [template.key, template] as const))(
    '%s: every season tiles the day, the seasons tile the year, the tariff passes the coverage check',
    (_, template) => {
      expect(template.seasons.flatMap(season => season.months).toSorted((a, b) => a - b)).toEqual(MONTHS)
      for (const { slots } of template.seasons) {
        expect(slots).toMatch(/^[JFPGS]{48}$/)
        const intervals = intervalsFromSlots(slots, SAMPLE_PRICES)
        expect([intervals[0]?.fromQuarter, intervals.at(-1)?.toQuarter]).toEqual([0, 96])
        expect(intervals.filter((one, i) => i > 0 && intervals[i - 1]?.toQuarter !== one.fromQuarter)).toEqual([])
      }
      const tariff = aTariff({ days: daysFromTemplate(template, SAMPLE_PRICES) })
      expect(checkTariff(tariff)).toEqual([])
      for (const month of MONTHS) {
        const plan = planFor(tariff, businessDay(`2026-${String(month).padStart(2, '0')}-15`))
        const season = template.seasons.find(one => one.months.includes(month))
        const dial = Array.from({ length: 48 }, (_slot, i) => intervalAt(plan, 2 * i + 1).period).join('')
        expect([month, dial]).toEqual([month, season?.slots])
        expect(planFromTemplate(template, month, SAMPLE_PRICES).intervals).toEqual(plan.intervals)
      }
    },
  )

  it('is marked: 13 by two sources and without doubt, every other with a reason', () => {
    const of = (mark: string) => PROVINCE_TEMPLATES.filter(template => template.mark === mark)
    expect(
      of('two-sources')
        .map(template => template.key)
        .toSorted(),
    ).toEqual(
      [
        'gansu',
        'guangdong',
        'heilongjiang',
        'henan',
        'hebei-south',
        'hunan',
        'jiangsu',
        'jilin',
        'ningxia',
        'qinghai',
        'shaanxi',
        'shenzhen',
        'yunnan',
      ].toSorted(),
    )
    expect([of('single-source').length, of('conflicting').length]).toEqual([5, 17])
    expect(PROVINCE_TEMPLATES.filter(t => (t.mark === 'two-sources') !== (t.doubts.length === 0))).toEqual([])
    const months = PROVINCE_TEMPLATES.flatMap(template => template.doubts.flatMap(doubt => doubt.months ?? []))
    expect(months.filter(month => !MONTHS.includes(month))).toEqual([])
  })

  it('deep valley occurs exactly in the provinces that have it', () => {
    const deep = PROVINCE_TEMPLATES.filter(template => periodsOf(template).has('S')).map(template => template.key)
    expect(deep.toSorted()).toEqual([
      'hebei-south',
      'inner-mongolia-1630',
      'inner-mongolia-1631',
      'jiangxi',
      'shandong',
      'tibet',
      'xinjiang',
    ])
    expect(PERIOD_KINDS.filter(kind => !periodsOf(byKey('guangdong')).has(kind))).toEqual(['S'])
  })

  it('spot check against the documents: Guangdong summer noon is critical peak, Shandong winter noon deep valley', () => {
    const period = (key: string, month: number, quarter: number) =>
      intervalAt(planFromTemplate(byKey(key), month, SAMPLE_PRICES), quarter).period
    expect([period('guangdong', 7, 44), period('guangdong', 6, 44)]).toEqual(['J', 'F'])
    expect(period('shandong', 1, 48)).toBe('S')
    expect([period('heilongjiang', 5, 21), period('heilongjiang', 5, 22)]).toEqual(['G', 'P'])
  })

  it('reads runs of months and doubts, and throws at a row that is none', () => {
    const day = 'P'.repeat(48)
    const table = (months: string, mark = 'conflicting', doubt = 'second-source-differs 7,8') =>
      readCalendars(
        `\na | 甲 | A | Á | 1号 | ${mark} | ${doubt}\n  ${months}   ${day}\n  12  ${day}\nb | 乙 | B | B | 2号 | two-sources`,
      )
    expect(table('1-3,11')).toEqual([
      {
        key: 'a',
        name: { zh: '甲', en: 'A', es: 'Á' },
        document: '1号',
        mark: 'conflicting',
        doubts: [{ code: 'second-source-differs', months: [7, 8] }],
        seasons: [
          { months: [1, 2, 3, 11], slots: day },
          { months: [12], slots: day },
        ],
      },
      { key: 'b', name: { zh: '乙', en: 'B', es: 'B' }, document: '2号', mark: 'two-sources', doubts: [], seasons: [] },
    ])
    for (const months of ['0', '13', '5-3', 'may', '1-']) expect(() => table(months)).toThrow('not months')
    expect(() => table('1', 'sure')).toThrow('not one of two-sources')
    expect(() => table('1', 'conflicting', 'hearsay')).toThrow('not one of second-source-differs')
  })

  it('refuses months, slots and prices that are not there', () => {
    const { G: _, ...withoutValley } = SAMPLE_PRICES
    expect(() => planFromTemplate(byKey('gansu'), 13, SAMPLE_PRICES)).toThrow('pricing.bad-template')
    expect(() => planFromTemplate(byKey('gansu'), 1, withoutValley)).toThrow('pricing.no-price')
    expect(() => intervalsFromSlots('P'.repeat(47), SAMPLE_PRICES)).toThrow(PricingError)
    expect(() => intervalsFromSlots(`${'P'.repeat(47)}X`, SAMPLE_PRICES)).toThrow('pricing.bad-template')
    expect(() => daysFromTemplate({ ...byKey('gansu'), seasons: [] }, SAMPLE_PRICES)).toThrow('pricing.bad-template')
  })
})
