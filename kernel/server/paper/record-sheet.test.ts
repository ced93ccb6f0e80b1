import { execFileSync } from 'node:child_process'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aThing, type Things, thingsServer } from '../testing/things.ts'

let things: Things
beforeAll(async () => {
  things = await thingsServer()
})
afterAll(() => things.close())

const sheetOf = (input: Record<string, unknown>, { as = things.as, language = 'zh' } = {}) =>
  things.server.call('/api/probe/thing/paper', input, { as, language, method: 'GET' })

const textOf = (bytes: Buffer) => execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' })

describe('the sheet of one record', () => {
  test('tells every field with its unit, who made it and when, and no secret', async () => {
    const { data: owner } = await things.server.call(
      '/api/probe/owner/save',
      { code: 'o', name: '运营商甲', nameEn: 'Operator A' },
      { as: things.as },
    )
    const { data } = await things.save(
      aThing({
        name: '深圳湾一号桩',
        fee: '-12.30',
        voltage: '220.5',
        energy: '1.2345',
        owner: owner.id,
        key: 'hush-hush-key',
        seenAt: Date.UTC(2026, 0, 2),
      }),
    )
    const answer = await sheetOf({ id: data.id, zone: 'Europe/Madrid' }, { language: 'en' })
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
    const text = textOf(answer.bytes)
    for (const one of [
      '深圳湾一号桩',
      '-¥12.30',
      '220.5 V',
      '1.235 kWh',
      'Operator A',
      '2026-01-02 01:00:00',
      'Europe/Madrid',
      'Tester',
      'Page 1 of',
    ])
      expect(text).toContain(one)
    expect(text).not.toContain('hush')
  })

  test('wraps long texts, prints what no font has as its code, and lets no markup or formula become anything', async () => {
    const note = `${'长'.repeat(380)}👩‍🔧\u202e<b>=1+1</b>`
    const { data } = await things.save(aThing({ note }))
    const text = textOf((await sheetOf({ id: data.id })).bytes)
    expect(text.match(/长/g)).toHaveLength(380)
    expect(text.replaceAll(/\s/g, '')).toContain('[U+1F469][U+1F527]<b>=1+1</b>')
  })

  test('of a foreign or missing record, or without the right to read, is refused alike', async () => {
    const { data } = await things.save(aThing())
    const foreign = callerWith({ tenantId: newId() })
    for (const answer of [
      await sheetOf({ id: data.id }, { as: foreign }),
      await sheetOf({ id: newId() }),
      await sheetOf(
        { id: data.id },
        { as: { ...things.as, scope: { operators: [newId()], stations: null, investors: null } } },
      ),
    ])
      expect(answer).toMatchObject({ status: 404, code: 'kernel.notFound' })
    const blind = callerWith({ tenantId: things.as.tenantId, permissions: ['probe.owner:read'] })
    expect(await sheetOf({ id: data.id }, { as: blind })).toMatchObject({ status: 403 })
    expect(await sheetOf({ id: data.id, kind: 'receipt' })).toMatchObject({
      code: 'kernel.invalid',
      data: { fields: { kind: expect.any(String) } },
    })
    expect(await sheetOf({ id: 'x' })).toMatchObject({ code: 'kernel.invalid' })
  })
})

test('a list says in words how it was narrowed, and names nobody beyond reach', async () => {
  const { data: owner } = await things.server.call(
    '/api/probe/owner/save',
    { code: 'p', name: '运营商乙' },
    { as: things.as },
  )
  await things.save(aThing({ owner: owner.id, mood: 'wild', count: 7 }))
  const exported = async (filter: Record<string, unknown>, q = '') => {
    const input = { format: 'pdf', columns: 'code,name', filter, ...(q ? { q } : {}) }
    const answer = await things.server.call('/api/probe/thing/export', input, { as: things.as, method: 'GET' })
    return textOf(answer.bytes).replaceAll(/ +/g, ' ')
  }
  const text = await exported(
    { owner: [owner.id, newId()], count: { from: 5, to: 9 }, mood: { not: 'calm' }, day: { is: 'empty' } },
    'Wild',
  )
  for (const one of ['：运营商乙, ', '：5 – 9', '：不是 ', '：为空', '搜索：Wild']) expect(text).toContain(one)
  expect(await exported({})).toContain('无，全部数据')
})
