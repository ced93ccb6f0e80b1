import { globSync, readFileSync } from 'node:fs'
import { defineResource, field, masked, maskedFrame, type MaskKind, optional } from '@wattyard/resource'
import { member } from '@wattyard/members/contract'
import { describe, expect, test } from 'vitest'

/** A definition as small as can be, with a masked phone; `over` lets something tell it. */
function aPerson(over: { sorts?: 'phone'[]; sort?: 'phone'; writable?: true; as?: MaskKind }) {
  const { writable, as = 'phone', ...list } = over
  return () =>
    defineResource({
      name: 'probe.person',
      path: 'probe/person',
      scope: 'shared',
      writes: 'crud',
      fields: { code: field.code(), phone: optional(field.phone(writable ? {} : { fixed: true })) },
      list: { columns: ['code', 'phone'], filters: ['phone'], sort: 'code', ...list },
      masked: { phone: as },
      form: [['code', 'phone']],
      label: 'code',
    })
}

describe('a masked field', () => {
  test('is shown by a list', () => expect(aPerson({})().masked).toEqual({ phone: 'phone' }))
  test.each([
    ['told by a sort', { sorts: ['phone' as const] }],
    ['told by the default sort', { sort: 'phone' as const }],
    ['sent back masked by a form', { writable: true as const }],
    ['masked as something else', { as: 'name' as const }],
  ])('is never %s', (_what, over) => expect(aPerson(over)).toThrow(/probe\.person.*phone/))

  test('is masked by its definition, never by hand', () => {
    const files = globSync(['kernel/{resource,server}/**/*.ts', 'modules/*/{server,contract}/**/*.ts'])
    expect(files.length).toBeGreaterThan(500)
    const byHand = files.filter(file => !file.endsWith('.test.ts') && /['"`}]\*{4}/.test(readFileSync(file, 'utf8')))
    expect(byHand).toEqual(['kernel/resource/mask.ts'])
  })

  test('is name, phone and note of a member', () =>
    expect(member.masked).toEqual({ name: 'name', phone: 'phone', note: 'text' }))
})

describe('a mask', () => {
  test.each<[MaskKind, string, string]>([
    ['name', '欧阳娜娜', '欧**'],
    ['name', '𠮷田', '𠮷**'],
    ['name', 'María López', 'M**'],
    ['phone', '13800138000', '138****8000'],
    ['phone', '1234567', '****'],
    ['card', '04A1B2C3D4E5F6', '04A****E5F6'],
    ['plate', '粤BD12345', '粤B****45'],
    ['plate', '粤B', '****'],
    ['text', '下午不在家', '****'],
  ])('of a %s turns %s into %s, and stays so', (kind, clear, hidden) => {
    expect(masked(kind, clear)).toBe(hidden)
    expect(masked(kind, hidden)).toBe(hidden)
  })

  const card = '04A1B2C3D4E5F6'
  test.each([
    ['a start', `[2,"8842","StartTransaction",{"connectorId":1,"idTag":"${card}","meterStart":1234567}]`],
    ['a token of 2.0.1', `[2,"1","Authorize",{"idToken":{"idToken":"${card}","type":"ISO14443"}}]`],
    ['a group', `[3,"1",{"idTokenInfo":{"status":"Accepted","groupIdToken":{"idToken":"${card}","type":"Central"}}}]`],
    ['a list', `[2,"1","SendLocalList",{"localAuthorizationList":[{ "idTag" : "${card}" },{"idTag":"${card}x"}]}]`],
    [
      'JSON in a text',
      JSON.stringify([2, '1', 'DataTransfer', { vendorId: 'x', data: JSON.stringify({ idTag: card }) }]),
    ],
    ['a frame cut off', `[2,"8842","StartTransaction",{"connectorId":1,"idTag":"${card}`],
    ['other letters', `[2,"1","Authorize",{"IDTAG":"${card}"}]`],
  ])('of %s hides the card and nothing else', (_what, frame) => {
    const shown = maskedFrame(frame)
    expect(shown).not.toContain(card)
    expect(shown.replaceAll(/04A\*{4}\w{4}/g, '')).toBe(frame.replaceAll(new RegExp(`${card}x?`, 'g'), ''))
  })

  test('of a command or a fact hides the card at any depth', () => {
    expect(
      masked('json', { kind: 'remote-start', tag: card, in: [{ vin: 'LSVAA4182E2184847', parts: [null, 7] }] }),
    ).toEqual({
      kind: 'remote-start',
      tag: '04A****E5F6',
      in: [{ vin: 'LSV****4847', parts: [null, 7] }],
    })
    expect(masked('json', null)).toBeNull()
  })
})
