import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { energyFromKwh, formatEnergy, formatNano, sumEnergy, sumNano, ZERO_ENERGY, ZERO_NANO } from '@wattyard/money'
import { describe, expect, it } from 'vitest'
import { sessionMapping } from '../../contract/calls/import.ts'
import type { ReadSessions } from './read-rows.ts'
import { NotThisFormat, readSessions } from './read-sessions.ts'
import { sessionFormat } from './session-formats.ts'

function formatOf(id: string) {
  const format = sessionFormat(id)
  if (!format) throw new Error(`no format ${id}`)
  return format
}

const PERTH_HEADER = 'period,row_id,cp_id,connector,start_date,start_time,end_date,end_time,total_kwh,site,model'
const perth = (...rows: string[]) =>
  readSessions([PERTH_HEADER, ...rows].join('\n'), formatOf('perth'), 'Europe/London')
const doubts = (read: ReadSessions) => read.sessions.map(session => session.doubts)
const reasons = (read: ReadSessions) => read.refused.map(row => row.reasons)

describe('reading session files', () => {
  it('reads a row with a comma in a quoted name and local times of the stated zone', () => {
    const read = perth('2016,1,51519,2,2017-08-31,22:12,2017-08-31,23:11,18.27,"Park & Ride, North",Triple')
    expect(read.sessions).toMatchObject([
      {
        line: 2,
        sourceKey: '2016/1',
        station: '51519',
        connector: '2',
        site: 'Park & Ride, North',
        startedAt: Date.parse('2017-08-31T21:12:00Z'),
        energy: energyFromKwh('18.27'),
        doubts: [],
      },
    ])
  })

  it('refuses what cannot be a session and says why, all reasons at once', () => {
    const read = perth(
      '1,1,a,1,2017-01-01,10:00,,,5,s,m',
      '1,2,a,1,2017-01-01,10:00,2017-01-01,09:00,5,s,m',
      '1,3,a,1,2017-02-30,10:00,2017-01-01,09:00,x,s,m',
      '1,4,,1,2017-01-01,10:00,2017-01-01,11:00,-1,s,m',
      '1,4,a,1,2017-01-01,10:00,2017-01-01,11:00,,s,m',
      '1,5,a,1,2017-01-01',
    )
    expect(reasons(read)).toEqual([
      ['no-end'],
      ['end-before-start'],
      ['bad-energy', 'bad-start'],
      ['negative-energy', 'no-station'],
      ['no-energy', 'duplicate-key'],
      ['columns'],
    ])
  })

  it('marks what is stored but doubtful: long, empty, overlapping, across a clock change, too strong', () => {
    const read = perth(
      '1,1,a,1,2017-01-01,10:00,2017-01-02,10:01,5,s,m',
      '1,2,a,1,2017-01-02,10:00,2017-01-02,11:00,0,s,m',
      '1,3,b,1,2017-10-29,00:30,2017-10-29,03:00,5,s,m',
      '1,4,b,1,2017-10-29,01:30,2017-10-29,04:00,5,s,m',
      '1,5,c,1,2017-01-01,10:00,2017-01-01,10:01,50,s,m',
    )
    expect(doubts(read)).toEqual([
      ['longer-than-24h'],
      ['zero-energy', 'overlap'],
      ['clock-change'],
      ['ambiguous-time', 'clock-change', 'overlap'],
      ['implausible-power'],
    ])
  })

  it('doubts times that no charge point of today has, and cuts no text', () => {
    const read = readSessions(
      [
        PERTH_HEADER,
        '1,1,a,1,1970-01-01,10:00,1970-01-01,11:00,5,s,m',
        '1,2,b,1,2026-03-01,10:00,2026-03-01,11:00,5,s,m',
        '1,3,c,1,2026-03-03,10:00,2026-03-03,11:00,5,s,m',
        `1,4,d,1,2026-03-01,10:00,2026-03-01,11:00,5,${'s'.repeat(201)},m`,
        `1,5,e,1,2026-03-01,10:00,2026-03-01,11:00,5,${'s'.repeat(200)},m`,
      ].join('\n'),
      formatOf('perth'),
      'Europe/London',
      Date.UTC(2026, 2, 2),
    )
    expect(doubts(read)).toEqual([['implausible-time'], [], ['implausible-time'], []])
    expect(reasons(read)).toEqual([['long-text']])
    expect(read.sessions[3]?.site).toBe('s'.repeat(200))
  })

  it('reads an end in the hour shown twice so that the session has a length, and says so', () => {
    const read = perth(
      '1,1,a,1,2017-10-29,01:55,2017-10-29,01:20,5,s,m',
      '1,2,b,1,2017-10-29,01:20,2017-10-29,01:55,5,s,m',
      '1,3,c,1,2017-10-29,02:10,2017-10-29,01:20,5,s,m',
    )
    expect(read.sessions).toMatchObject([
      { startedAt: Date.parse('2017-10-29T00:55:00Z'), endedAt: Date.parse('2017-10-29T01:20:00Z') },
      { startedAt: Date.parse('2017-10-29T00:20:00Z'), endedAt: Date.parse('2017-10-29T00:55:00Z') },
    ])
    expect(doubts(read)).toEqual([['ambiguous-time', 'later-reading', 'clock-change'], ['ambiguous-time']])
    // 02:10 is after both readings of 01:20.
    expect(reasons(read)).toEqual([['end-before-start']])
  })

  it('moves a time that the clock skipped in spring on to what it showed instead, and says so', () => {
    const read = perth(
      '1,1,a,1,2017-03-26,01:30,2017-03-26,04:00,5,s,m',
      '1,2,b,1,2017-03-26,00:30,2017-03-26,01:10,5,s,m',
      '1,3,c,1,2017-03-26,01:50,2017-03-26,02:10,5,s,m',
    )
    expect(read.sessions).toMatchObject([
      { startedAt: Date.parse('2017-03-26T01:30:00Z') },
      { endedAt: Date.parse('2017-03-26T01:10:00Z') },
    ])
    expect(doubts(read)).toEqual([['skipped-time'], ['skipped-time', 'clock-change']])
    expect(reasons(read)).toEqual([['end-before-start']])
  })

  it('holds a session against the one before it alone: one absurd end does not mark what follows', () => {
    const read = perth(
      '1,1,a,1,2017-01-01,10:00,2019-01-01,10:00,5,s,m',
      '1,2,a,1,2017-01-02,10:00,2017-01-02,11:00,5,s,m',
      '1,3,a,1,2017-01-02,12:00,2017-01-02,13:00,5,s,m',
      '1,4,a,1,2017-01-02,12:30,2017-01-02,14:00,5,s,m',
      '1,5,a,2,2017-01-02,12:30,2017-01-02,14:00,5,s,m',
    )
    expect(doubts(read)).toEqual([['longer-than-24h'], ['overlap'], [], ['overlap'], []])
  })

  it('does not let a row without length, dated like the next one, hide or make an overlap', () => {
    const read = perth(
      '1,1,a,1,2017-01-02,10:00,2017-01-02,11:00,5,s,m',
      '1,2,a,1,2017-01-02,10:00,2017-01-02,10:00,5,s,m',
      '1,3,a,1,2017-01-02,11:00,2017-01-02,12:00,5,s,m',
    )
    expect(doubts(read)).toEqual([[], [], []])
  })

  it('says once what the whole file leaves out, and of a row only what the other rows have', () => {
    const columns = 'transaction_id,station_id,connector,start,end,energy_wh'
    const times = '2018-03-23T09:00:00+01:00,2018-03-23T10:00:00+01:00'
    const bare = [columns, `1,S,1,${times},5000`, `2,T,1,${times},5000`].join('\n')
    const without = readSessions(bare, formatOf('sap-labs'), 'Europe/Paris')
    expect(without.notes).toEqual(['no-durations', 'no-prices'])
    expect(doubts(without)).toEqual([[], []])
    const full = [
      `${columns},duration_s,price_total,currency`,
      `1,S,1,${times},5000,3600,1.5,EUR`,
      `2,T,1,${times},5000,,,`,
    ]
    const partly = readSessions(full.join('\n'), formatOf('sap-labs'), 'Europe/Paris')
    expect(partly.notes).toEqual([])
    expect(doubts(partly)).toEqual([[], ['no-price', 'duration-absent']])
  })

  describe('with a mapping of its own', () => {
    const mapping = sessionMapping.parse({
      id: 'own',
      file: { delimiter: ';' },
      required: [],
      key: ['k', 'n'],
      start: ['s'],
      end: ['e'],
      instant: 'YYYY-MM-DD HH:mm',
      energy: { column: 'kwh', unit: 'kWh', decimal: ',' },
      price: { column: 'price', decimal: ',', currency: { column: 'cur' } },
      station: { column: 'st' },
    })
    const own = (...rows: string[]) =>
      readSessions(
        ['k;n;s;e;kwh;price;cur;st', ...rows.map(row => row.replace('@', '2026-03-01 10:00;2026-03-01 11:00'))].join(
          '\n',
        ),
        mapping,
        'Asia/Shanghai',
      )

    it('refuses amounts and energies with another sign than was said', () => {
      const read = own('a;1;@;1,234;1,2;CNY;S', 'b;1;@;1.234;1,2;CNY;S', 'c;1;@;1,234;1.200;CNY;S', 'd;1;@;1e3;;;S')
      expect(read.sessions.map(({ sourceKey, energy }) => [sourceKey, formatEnergy(energy)])).toEqual([
        ['a/1', '1.2340'],
      ])
      expect(reasons(read)).toEqual([['bad-energy'], ['bad-price'], ['bad-energy']])
    })

    it('takes no amount without a currency, and no currency that is none', () => {
      const read = own('a;1;@;1;5;;S', 'b;1;@;1;5;__proto__;S', 'c;1;@;1;;;S')
      expect(reasons(read)).toEqual([['bad-price'], ['bad-price']])
      expect(read.sessions).toHaveLength(1)
    })

    it('keeps rows without a key apart from each other, and keys of several columns', () => {
      const read = own(';;@;1;;;S', ';;@;1;;;S', 'a/b;c;@;1;;;S', 'a;b/c;@;1;;;S', `${'x'.repeat(10_000)};1;@;1;;;S`)
      expect(reasons(read)).toEqual([['bad-key'], ['bad-key'], ['bad-key']])
      expect(new Set(read.sessions.map(({ sourceKey }) => sourceKey)).size).toBe(2)
    })

    it('finds no column that every object has', () => {
      const named = sessionMapping.parse({ ...mapping, key: ['constructor'], station: { column: 'toString' } })
      const read = readSessions('s;e;kwh\n2026-03-01 10:00;2026-03-01 11:00;1', named, 'Asia/Shanghai')
      expect(reasons(read)).toEqual([['no-station', 'bad-key']])
    })
  })

  it('takes decimal commas and names a duration that a spreadsheet destroyed', () => {
    const header = 'session_ID,Garage_ID,User_ID,Start_plugin,End_plugout,El_kWh,Duration_hours'
    const text = [
      header,
      '1,G,G-1,21.12.2018 10:20,21.12.2018 10:23,"0,3","0,05"',
      '2,G,G-2,21.12.2018 10:24,21.12.2018 10:32,"0,87","136,666,667"',
    ].join('\n')
    const read = readSessions(text, formatOf('norway'), 'Europe/Oslo')
    expect(read.sessions.map(session => formatEnergy(session.energy))).toEqual(['0.3000', '0.8700'])
    expect(doubts(read)).toEqual([[], ['duration-damaged']])
  })

  it('refuses a file of another format and names the missing columns', () => {
    expect(() => readSessions('a,b\n1,2', formatOf('perth'), 'Europe/London')).toThrow(NotThisFormat)
    expect(() => readSessions(PERTH_HEADER, formatOf('perth'), 'Europe/London')).toThrow(/no rows/)
  })
})

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/sessions')

function realFile(name: string, format: string, zone: string): ReadSessions {
  return readSessions(gunzipSync(readFileSync(`${DATA}/${name}.csv.gz`)).toString('utf8'), formatOf(format), zone)
}

function energyOfAll(read: ReadSessions): string {
  return formatEnergy(
    sumEnergy([...read.sessions.map(s => s.energy), ...read.refused.map(r => r.energy ?? ZERO_ENERGY)]),
  )
}

const count = (read: ReadSessions, doubt: string) => read.sessions.filter(s => s.doubts.some(d => d === doubt)).length
const refusedFor = (read: ReadSessions, reason: string) =>
  read.refused.filter(r => r.reasons.some(x => x === reason)).length

describe.skipIf(!existsSync(DATA))('real session files (skipped where ../shared/data is absent)', () => {
  it('Perth: 66,664 rows, 715,199.474 kWh', () => {
    const read = realFile('perth-kinross-2016-09_2019-08', 'perth', 'Europe/London')
    expect(read.rows).toBe(66_664)
    expect(read.sessions.length + read.refused.length).toBe(read.rows)
    expect(energyOfAll(read)).toBe('715199.4740')
    expect(refusedFor(read, 'no-end')).toBe(185)
    expect(refusedFor(read, 'end-before-start')).toBe(88)
    expect(count(read, 'longer-than-24h')).toBe(565)
    expect(count(read, 'overlap')).toBe(454)
  })

  it('SAP Labs: 26,823 rows, 626,009.573 kWh and 90,555.739816 EUR', () => {
    const read = realFile('sap-labs-france-2017-06_2020-12', 'sap-labs', 'Europe/Paris')
    expect(read.rows).toBe(26_823)
    expect(energyOfAll(read)).toBe('626009.5730')
    const price = sumNano([
      ...read.sessions.map(s => s.price?.nano ?? ZERO_NANO),
      ...read.refused.map(r => r.price ?? ZERO_NANO),
    ])
    expect(formatNano(price)).toBe('90555.739816000')
    expect(count(read, 'longer-than-24h')).toBe(220)
    // The folder's README counts 14: two of them have no end at all and are refused here.
    expect(count(read, 'clock-change') + refusedFor(read, 'no-end')).toBe(14)
    expect(count(read, 'overlap')).toBe(5)
    expect(count(read, 'duration-absent') + count(read, 'duration-damaged')).toBe(0)
  })

  it('Norway: 6,878 rows, 6,064 durations damaged by a spreadsheet', () => {
    const read = realFile('norway-residential-2018_2020', 'norway', 'Europe/Oslo')
    expect(read.rows).toBe(6_878)
    expect(energyOfAll(read)).toBe('87493.2800')
    expect(count(read, 'duration-damaged') + read.refused.length).toBeGreaterThanOrEqual(6_064)
  })
})
