import { globSync, readFileSync } from 'node:fs'
import { defineResource, field, masked, maskedFrame, type MaskKind, masksOf, optional } from '@wattyard/resource'
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
    expect(byHand).toEqual(['kernel/resource/masks/mask-whole.ts'])
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
    ['phone', '88881234', '88****34'],
    ['card', '04A1B2C3', '04****C3'],
    ['card', '04A1B2C3D4', '04****D4'],
    ['card', '04A1B2C3D4E', '04A****3D4E'],
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

describe('free text', () => {
  test.each([
    ['车主 13966655544，请回电', '车主 139****5544，请回电'],
    ['打+8613966655544', '打+86139****5544'],
    ['打 +34 612 34 56 78 或 (010) 8888 8888', '打 +346****5678 或 010****8888'],
    ['0034 612 345 678 / 010 8888 8888 / +86 10 8888 8888', '003****5678 / 010****8888 / +861****8888'],
    ['(212) 555-0123, 212-555-0123, +1 212 555 0123', '21****23, 21****23, +121****0123'],
    ['612 34 56 78 y 612 345 678', '61****78 y 61****78'],
    ['0755-86543210、010-8654321', '075****3210、01****21'],
    ['粤В12345 粤Β12345', '粤B****45 粤B****45'],
    ['138-0013-8000 o 138 0013 8000', '138****8000 o 138****8000'],
    ['挡道：粤B66D55、粤BD12345、京A·1234学', '挡道：粤B****55、粤B****45、京A****4学'],
    ['证件440305199001019514。', '证件440****9514。'],
    ['退到 6225 8801 3770 6868', '退到 622****6868'],
    ['卡号：BEEF00998877 / card no. 04A1B2C3D4E5F6', '卡号：BEE****8877 / card no. 04A****E5F6'],
    ['car 1M8GDM9AXKP042788', 'car 1M8****2788'],
  ])('%s hides the numbers of people', (clear, hidden) => {
    expect(masked('words', clear)).toBe(hidden)
    expect(masked('words', hidden)).toBe(hidden)
  })

  test.each([
    ['an order', '订单 260701123456ABCD1234 已退'],
    ['an order of digits alone', '26070112345613800138'],
    ['a pile', '桩 NS-0013800138000、P-13800138000、44030500010001'],
    ['an amount', '¥13800138000.00，13,800,138,000 元'],
    ['an instant', '1784567890123 2026-07-01T08:00:00Z 20260701080000'],
    ['a meter', '表号 000012345678，读数 1380013'],
    ['a hotline', '400-820-8820、800-820-8820'],
    ['a part of a code', '2026-0755-86543210 0755-86543210-1 138,0013,8000,1390 138,001,380 元'],
    ['a wrong check digit', '440305199001019513 6225880137706860 1M8GDM9A1KP042788'],
    ['an id', '01988f7e-13d5-7a1b-9c2d-13800138000a, 13800138-0013-7000-8000-138001380001'],
    ['a word', '刷卡 2 次，card 12, carding 12345678'],
    ['a place', '川藏线 A 区 3 号桩'],
    ['a maker', 'E0234-0001 V1.3.0139 SIM 898600 460012345678901'],
  ])('%s stays', (_what, text) => expect(masked('words', text)).toBe(text))

  test.each([
    '13800138000,13900139000',
    '13800138000/13900139000',
    '13800138000-2',
    '13800138000.5',
    'tel13800138000',
    'No.13800138000',
    'wang_13800138000',
    '13800138000x',
    '86.13800138000',
    '138 00138000',
    '1380013 8000',
    '138.0013.8000',
    '138–0013–8000',
    '138·0013·8000',
    '138/0013/8000',
    '(138)00138000',
    '（138）00138000',
    '+86 1380013 8000',
    '138  0013  8000',
    '138,0013,8000',
    '138.001.38000',
    '138 001 38000',
    '粵B12345',
    '粤-B12345',
    '138_0013_8000',
    '138，0013，8000',
    '138\t0013\t8000',
    '138\u00a00013\u00a08000',
    '138\u20090013\u20098000',
    '138\u30000013\u30008000',
    '138\u200b0013\u200b8000',
    '1\u200b3\u200b8\u200b0\u200b0\u200b1\u200b3\u200b8\u200b0\u200b0\u200b0',
    '１３８００１３８０００',
    'ｔｅｌ１３８００１３８０００',
    'tel-13800138000',
    '1. 13800138000',
    '(13800138000)',
    '13800138000-13900139000',
    '粤 B12345',
    '粤b12345',
    '粤B-12345',
    '粤B:12345',
    '粤B/12345',
    '粤B 12345',
    'WJ粤12345',
    '使014578',
    '车牌粤Ｂ１２３４５',
    '440305 19900101 9514',
    '440305-19900101-9514',
    'ID440305199001019514',
    '440305900101951',
    '4403 0519 9001 0195 14',
    '6225.8801.3770.6868',
    '6225  8801  3770  6868',
    '378282246310005',
    '3782 822463 10005',
    '30569309025904',
    '卡号是04A1B2C3D4E5F6',
    '卡号:  04A1B2C3D4E5F6',
    '卡号(04A1B2C3D4E5F6)',
    '卡号（04A1B2C3D4E5F6）',
    'RFID:04:A1:B2:C3:D4:E5:F6',
    'idTag=04A1B2C3D4E5F6',
    '1m8gdm9axkp042788',
  ])('%j hides its numbers, however they are spelled', text => {
    const shown = masked('words', text)
    expect(shown).toContain('****')
    expect(shown.normalize('NFKC')).not.toMatch(/\d{8}/)
    expect(masked('words', shown)).toBe(shown)
  })

  test.each([
    '4111111111111111元',
    'meter 13912345678',
    '13912345678 kWh',
    '资产编号 6222021234567894',
    'card 20261124',
    '150 20261124',
    '更新 A12345 桩',
    'A1-13800138000',
    'NS-0013800138000',
    'P-13800138000',
    '01988f7e-13d5-7a1b-9c2d-13800138000a',
    '2026-11-24 13:00:00',
    '260701123456ABCD1234',
    '2.13800138000',
    '¥13800138000.00',
    '13800138000.00元',
    '192.168.139.1234',
  ])('%j is nobody’s number', text => expect(masked('words', text)).toBe(text))

  test('keeps what stands around a number as it was written', () =>
    expect(masked('words', 'ａ，（１３８）００１３８０００　ｂ')).toBe('ａ，138****8000　ｂ'))

  test.each(['1', '1 ', '13800138000,', 'a1-', '卡', '4111 ', '\u200b1', '0123456789abcdef-'])(
    'of %j over and over takes time with its length alone',
    unit => {
      const text = unit.repeat(80_000 / unit.length)
      const begin = process.cpuUsage()
      masked('words', text)
      expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(2_000)
    },
  )

  test('of a frame hides them as well, and writes valid JSON', () => {
    const info = '车主 13966655544 粤B66D55'
    const frame = JSON.stringify([2, '1', 'StatusNotification', { connectorId: 1, info, at: 13966655544 }])
    const shown = maskedFrame(frame)
    expect(shown).toContain('139****5544')
    expect(JSON.parse(shown)[3]).toMatchObject({
      connectorId: 1,
      info: '车主 139****5544 粤B****55',
      at: '139****5544',
    })
    expect(masked('json', { evidence: [{ said: info }] })).toEqual({
      evidence: [{ said: '车主 139****5544 粤B****55' }],
    })
  })

  test('is hidden in notes of every definition but those about places and staff; names stay whole', () => {
    const probe = { label: 'name', fields: { name: field.text(), note: field.note(), code: field.code() } }
    expect(masksOf(probe)).toEqual({ note: 'words' })
    expect(masksOf({ ...probe, texts: 'open' })).toEqual({})
    expect(masksOf(member)).toMatchObject({ note: 'text', name: 'name' })
  })
})
