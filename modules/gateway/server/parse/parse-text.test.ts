import { encodeDlt645 } from '@wattyard/dlt645'
import { encodeDny } from '@wattyard/dny'
import { fromHex, toHex } from '@wattyard/byte-frame'
import { writeRequest } from '@wattyard/tcec102'
import { encodeYkc } from '@wattyard/ykc'
import { LANGUAGES } from '@wattyard/server-kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_PARSE_LENGTH, MAX_PARSED_FIELDS, MAX_PARSED_FRAMES, type ParseProtocol } from '../../contract/index.ts'
import { frameTextsIn } from './frame-words.ts'
import { parseText } from './parse-text.ts'
import { MAX_SEGMENTS } from './segments.ts'

const NOW = Date.UTC(2026, 10, 20, 8)
const KEYS = { dataSecret: '1234567890abcdef', dataSecretIv: 'fedcba0987654321', sigSecret: 's3' }
const read = (text: string, protocol: ParseProtocol = 'auto', language: 'zh' | 'en' | 'es' = 'en', keys = {}) =>
  parseText(text, { frameTexts: frameTextsIn(language), protocol, keys, now: NOW }).frames
const brief = (text: string, protocol: ParseProtocol = 'auto') =>
  read(text, protocol).map(frame => `${frame.line} ${frame.protocol} ${frame.name}`)

const YKC = '680C0000000255031412782305 00 DA4C'
const DNY = '444e590900f36ca2040200120d03'
const METER = toHex(
  encodeDlt645({ address: '000000001234', control: 0x91, data: { di: '00010100', energy: 12_345 }, surplus: '' }),
)
const STATUS = '[2,"7","StatusNotification",{"connectorId":1,"errorCode":"NoError","status":"Available"}]'
const ENVELOPE = writeRequest(
  '{"StartChargeSeq":"1","ConnectorID":"2","QRCode":""}',
  { operatorId: '395815801', timeStamp: '20261120160000', seq: '0001' },
  KEYS,
)

describe('what a person pastes', () => {
  test.each([
    ['digits without gaps', YKC.replaceAll(' ', '')],
    ['digits with gaps', YKC.replaceAll(' ', '').replace(/../g, '$& ')],
    ['with 0x and commas', YKC.replaceAll(' ', '').replace(/../g, '0x$&, ')],
    ['small letters', YKC.toLowerCase()],
    ['base64', Buffer.from(fromHex(YKC.replaceAll(' ', '')) ?? []).toString('base64')],
    ['a line of a log', `2026-11-20 10:00:00.123 [conn-7] RX: ${YKC.replaceAll(' ', '').replace(/../g, '$& ')}`],
    ['a dump over two lines', '68 0C 00 00 00 02 55\r\n03 14 12 78 23 05 00 DA 4C'],
    ['a byte order mark before it', `\uFEFF${YKC}`],
  ])('%s', (_name, text) => expect(brief(text)).toEqual(['1 ykc Sign-in: answer']))

  test('many frames, each with its line; glued ones on one line', () => {
    const text = `${YKC}\n\n${DNY}\n${METER}\n${STATUS}\nlink\n${ENVELOPE}\n${YKC.replaceAll(' ', '').repeat(2)}`
    expect(brief(text)).toEqual([
      '1 ykc Sign-in: answer',
      '3 dny Host asks for the time',
      '4 dlt645 Read: answer',
      '5 ocpp1.6 StatusNotification',
      '6 dny Link keep-alive',
      '7 tcec102 Request',
      '8 ykc Sign-in: answer',
      '8 ykc Sign-in: answer',
    ])
  })

  test('a JSON document over several lines, and JSON behind the words of a log', () => {
    const long = JSON.stringify(JSON.parse(STATUS), null, 2)
    expect(brief(`${long}\n${YKC}`)).toEqual([
      '1 ocpp1.6 StatusNotification',
      `${long.split('\n').length + 1} ykc Sign-in: answer`,
    ])
    expect(brief(`10:00:00 pile-7 -> ${STATUS}`)).toEqual(['1 ocpp1.6 StatusNotification'])
    expect(brief(`POST /evcs/v1/query_start_charge HTTP/1.1\nAuthorization: Bearer x\n\n${ENVELOPE}`)).toEqual([
      '1 tcec102 Start charging',
    ])
    expect(brief(toHex(new TextEncoder().encode(STATUS)))).toEqual(['1 ocpp1.6 StatusNotification'])
  })

  test('what is none of it is shown as it is, with the reason', () => {
    expect(read('good morning')).toMatchObject([
      { protocol: null, problems: ['Neither hexadecimal digits, base64 nor JSON'], effect: null },
    ])
    expect(read('68 0C 0')).toMatchObject([{ problems: ['An odd number of hexadecimal digits'] }])
    expect(read('DEADBEEF')).toMatchObject([{ protocol: null, problems: ['No frame begins in these 4 bytes'] }])
    expect(read('{"a":1}')[0]?.problems[0]).toContain('No T/CEC 102 envelope')
    expect(read(' \n ')).toEqual([])
  })

  test('bytes that wake a meter are no frame, unless there is nothing else', () => {
    expect(brief(`FEFEFEFE${METER}`)).toEqual(['1 dlt645 Read: answer'])
    expect(read('FEFEFEFE', 'dlt645')).toMatchObject([{ name: 'Wake-up bytes FE', problems: [] }])
  })

  test('a chosen protocol is not doubted', () => {
    expect(read(YKC, 'dlt645')).toMatchObject([{ protocol: 'dlt645', detected: null }])
    expect(read(STATUS, 'ocpp2.0.1')).toMatchObject([{ protocol: 'ocpp2.0.1', verdicts: [{ tone: 'bad' }] }])
    expect(read(STATUS, 'ykc')).toMatchObject([
      { protocol: null, problems: ['Frames of the chosen protocol are bytes; this is JSON'] },
    ])
  })
})

describe('Modbus', () => {
  const QUESTION = '15 01 00 00 00 06 FF 03 00 04 00 01'
  const LINE = '11 03 06 AE 41 56 52 43 40 49 AD'
  const fieldsOf = (text: string, protocol: ParseProtocol = 'auto') =>
    read(text, protocol)[0]?.parts[0]?.fields.map(one => [
      one.labels.join(' '),
      one.from,
      one.to,
      one.value,
      one.meaning,
    ])

  test('on TCP: each field with its bytes, told by length and function because there is no checksum', () => {
    expect(brief(QUESTION)).toEqual(['1 modbusTcp Read holding registers'])
    expect(fieldsOf(QUESTION)).toEqual([
      ['Transaction number', 0, 2, '5377', null],
      ['Protocol', 2, 4, '0', null],
      ['Length', 4, 6, '6', null],
      ['Unit', 6, 7, '255', null],
      ['Function', 7, 8, '3', 'Read holding registers'],
      ['Start address', 8, 10, '4', null],
      ['Quantity', 10, 12, '1', null],
    ])
    expect(read(QUESTION)[0]).toMatchObject({
      code: '0x03',
      direction: 'down',
      detected: { reason: expect.stringContaining('no checksum') },
      verdicts: [{ tone: 'good', text: 'Length and content fit the function', from: 4, to: 6 }],
      problems: [],
    })
    expect(read('15 01 00 00 00 03 FF 83 02')[0]).toMatchObject({
      name: 'Exception',
      direction: 'up',
      effect: { texts: [expect.stringContaining('it asks them'), expect.stringContaining('failed reading')] },
    })
  })

  test('on a serial line: told by its checksum, which is judged', () => {
    expect(brief(LINE)).toEqual(['1 modbusRtu Read holding registers: answer'])
    expect(fieldsOf(LINE)?.slice(2)).toEqual([
      ['Bytes', 2, 3, '6', null],
      ['Registers #1 Register value', 3, 5, '44609', null],
      ['Registers #2 Register value', 5, 7, '22098', null],
      ['Registers #3 Register value', 7, 9, '17216', null],
      ['Checksum', 9, 11, '49AD', null],
    ])
    expect(read(LINE)[0]?.verdicts).toMatchObject([{ tone: 'good', text: 'CRC-16/Modbus is right, low byte first' }])
    const damaged = LINE.replace('41', '42')
    expect(brief(damaged)).toEqual(['1 null Bytes outside any frame'])
    expect(read(damaged, 'modbusRtu')).toMatchObject([
      {
        verdicts: [{ tone: 'bad', found: '49AD', from: 9, to: 11 }],
        effect: { texts: [expect.anything(), expect.stringContaining('asks again')] },
      },
    ])
    expect(read(LINE.replace('49 AD', 'AD 49'), 'modbusRtu')[0]?.verdicts).toMatchObject([
      { tone: 'bad', text: expect.stringContaining('wrong order') },
    ])
  })

  test('what does not fit its function is said where somebody chose the protocol, and guessed by nobody', () => {
    const tooMany = '00 01 00 00 00 06 01 03 00 00 00 7E'
    expect(brief(tooMany)).toEqual(['1 null Bytes outside any frame'])
    expect(read(tooMany, 'modbusTcp')[0]).toMatchObject({
      verdicts: [{ tone: 'bad' }],
      problems: ['The quantity is outside what the function allows'],
    })
    expect(read('00 01 00 00 00 06 01 03 00', 'modbusTcp')[0]).toMatchObject({
      problems: ['Cut off: 12 bytes are due, 9 are there'],
    })
  })

  test('question and answer on one line or two; a frame over two lines', () => {
    const two = '11 05 00 AC FF 00 4E 8B'
    expect(brief(`${LINE}\n${two}`)).toEqual([
      '1 modbusRtu Read holding registers: answer',
      '2 modbusRtu Write one coil',
    ])
    expect(brief(`${LINE} ${two}`)).toHaveLength(2)
    expect(brief('15 01 00 00 00 06\nFF 03 00 04 00 01')).toEqual(['1 modbusTcp Read holding registers'])
    expect(brief('00 FF 00 00 00 00')).toEqual(['1 null Bytes outside any frame'])
  })
})

describe('how it was found out', () => {
  test('what begins alike is offered beside what fits', () => {
    const [status] = read(STATUS)
    expect(status?.detected).toMatchObject({
      reason: 'Fits the schema of this version as it is',
      others: [{ protocol: 'ocpp2.0.1' }],
    })
    const [result] = read('[3,"1",{}]')
    expect(result?.detected?.others.map(other => other.protocol)).toEqual(['ocpp2.0.1'])
    const [event] = read('[2,"1","TransactionEvent",{}]')
    expect(event).toMatchObject({ protocol: 'ocpp2.0.1', detected: { others: [] } })
  })
  test('a right checksum wins over a start that both have', () => {
    expect(read(METER)[0]).toMatchObject({
      protocol: 'dlt645',
      detected: { reason: '1 frame with a right checksum' },
    })
  })
})

describe('verdicts, fields and effects', () => {
  test('the order of the checksum, and the placeholder of the printed samples', () => {
    expect(read('680C0000000255031412782305004CDA')[0]?.verdicts).toMatchObject([
      { tone: 'good', text: 'CRC-16/Modbus is right, high byte first (some makers do so)' },
    ])
    const [printed] = read('680D0000000355031412782305 01 00 6890')
    expect(printed).toMatchObject({
      verdicts: [{ tone: 'bad', found: '6890', expected: expect.stringMatching(/^[0-9A-F]{4}$/), from: 15, to: 17 }],
      problems: ['The checksum is the placeholder of the printed examples, not a computed one'],
    })
    expect(printed?.effect?.texts[1]).toContain('Drop it')
    const turned = DNY.replace(/0d03$/, '030d')
    expect(read(turned, 'dny')[0]?.verdicts).toMatchObject([
      { tone: 'bad', text: 'Sum of bytes (2 bytes) has its bytes in the wrong order' },
    ])
  })

  test('values with unit and meaning, exactly', () => {
    const bill = encodeYkc({
      name: 'raw',
      type: 0x34,
      sequence: '0000',
      encryption: 0,
      body: `${'00'.repeat(40)}01000000`,
    })
    expect(read(toHex(bill))[0]?.parts[0]?.fields.find(field => field.path === 'balance')).toMatchObject({
      value: '0.01',
      isNumber: true,
      unit: '¥',
      labels: ['Balance'],
    })
    const cold = encodeYkc({ name: 'raw', type: 0x13, sequence: '0000', encryption: 0, body: '00'.repeat(60) })
    expect(
      read(toHex(cold), 'auto', 'zh')[0]?.parts[0]?.fields.find(field => field.path === 'cableTemperature'),
    ).toMatchObject({ value: '-50', unit: '°C', labels: ['枪线温度'] })
    expect(read(METER, 'auto', 'es')[0]?.parts[0]?.fields.find(field => field.path === 'energy')).toMatchObject({
      value: '123.45',
      unit: 'kWh',
      labels: ['Energía'],
    })
    const type = read(YKC)[0]?.parts[0]?.fields.find(field => field.path === 'type')
    expect(type?.meaning).toBe('Sign-in: answer')
  })

  test('OCPP: the answer and the facts of the real reader', () => {
    const start =
      '[2,"a","StartTransaction",{"connectorId":1,"idTag":"T","meterStart":1500,"timestamp":"2026-11-20T08:00:00Z"}]'
    const [frame] = read(start)
    expect(frame).toMatchObject({ direction: 'up', verdicts: [{ tone: 'good' }] })
    expect(JSON.parse(frame?.effect?.answer ?? '')).toEqual([
      3,
      'a',
      { transactionId: 1, idTagInfo: { status: 'Accepted' } },
    ])
    expect(frame?.effect?.facts.map(fact => ({ name: fact.name, ...(JSON.parse(fact.text) as object) }))).toMatchObject(
      [{ name: 'Session started', kind: 'session-started', tag: 'T', meterStart: '15000' }],
    )
    expect(frame?.effect?.texts).toHaveLength(3)
    const field = frame?.parts[0]?.fields.find(one => one.path === 'payload/idTag')
    expect(field).toMatchObject({ labels: ['Payload', 'idTag'], value: 'T' })
    expect(start.slice(field?.from, field?.to)).toBe('"T"')
  })

  test('OCPP: refusals are those of the wire', () => {
    const answerTo = (text: string) =>
      (JSON.parse(read(text, 'ocpp1.6')[0]?.effect?.answer ?? '[]') as unknown[]).slice(0, 4).join(' ') // our own frame
    expect(answerTo('[2,"a","StartTransaction",{}]')).toBe(
      '4 a OccurenceConstraintViolation payload: connectorId is missing',
    )
    expect(answerTo('[2,"a","Fly",{}]')).toMatch(/^4 a NotImplemented /)
    const far = '{"connectorId":70000,"errorCode":"NoError","status":"Available"}'
    expect(answerTo(`[2,"a","StatusNotification",${far}]`)).toBe(
      '4 a PropertyConstraintViolation connector 70000 is out of range',
    )
    expect(answerTo('[2,"a","Authorize",{"idTag":"a\\u0000b"}]')).toMatch(/^4 a PropertyConstraintViolation U\+0000/)
    expect(answerTo('[2,"a","Reset",{"type":"Hard"}]')).toMatch(/^4 a NotSupported/)
    expect(answerTo('[2,"a"]')).toMatch(/^4 a FormationViolation/)
    expect(read('[2,"a","Reset",{"type":"Hard"}]', 'ocpp1.6')[0]).toMatchObject({
      direction: 'down',
      verdicts: [{ tone: 'good' }],
    })
    expect(
      read('[2,"a","StatusNotification",{"connectorId":1,"errorCode":"noerror","status":"Available"}]')[0]?.verdicts[0],
    ).toMatchObject({ tone: 'wait', text: expect.stringContaining('word-case:/errorCode') })
    expect(read('[4,"a","InternalError","",{}]', 'ocpp1.6')[0]).toMatchObject({
      code: 'InternalError',
      effect: { answer: null },
    })
  })

  test('T/CEC 102: with keys what is inside has fields of its own', () => {
    const [shut] = read(ENVELOPE)
    expect(shut?.parts).toHaveLength(1)
    expect(shut?.verdicts.map(verdict => verdict.tone)).toEqual(['idle', 'idle', 'idle', 'good'])
    const [open] = read(ENVELOPE, 'auto', 'en', KEYS)
    expect(open?.parts.map(part => part.title)).toEqual(['Envelope', 'Data, opened'])
    expect(open?.parts[1]?.fields.map(field => field.path)).toEqual(['StartChargeSeq', 'ConnectorID', 'QRCode'])
    expect(open).toMatchObject({
      direction: null,
      effect: { texts: [expect.anything(), expect.stringContaining('Ret 0'), expect.anything()] },
    })
    const [wrong] = read(ENVELOPE, 'auto', 'en', { ...KEYS, sigSecret: 'other' })
    expect(wrong?.verdicts[0]).toMatchObject({ tone: 'bad', expected: expect.stringMatching(/^[0-9A-F]{32}$/) })
    expect(wrong?.effect?.texts[1]).toContain('4001')
  })
})

describe('limits', () => {
  test('frames beyond the limit are left off, and that is said', () => {
    const { frames, isCutOff } = parseText(`${YKC}\n`.repeat(MAX_PARSED_FRAMES + 1), {
      frameTexts: frameTextsIn('en'),
      protocol: 'auto',
      keys: {},
      now: NOW,
    })
    expect(frames).toHaveLength(MAX_PARSED_FRAMES)
    expect(isCutOff).toBe(true)
    const fits = parseText(`${YKC}\n`.repeat(MAX_PARSED_FRAMES), {
      frameTexts: frameTextsIn('en'),
      protocol: 'auto',
      keys: {},
      now: NOW,
    })
    expect(fits).toMatchObject({ isCutOff: false })
  })
  test('fields over all frames are limited', () => {
    const big = `[2,"1","DataTransfer",{"vendorId":"v","data":[${'1,'.repeat(4_000)}1]}]`
    const { frames, isCutOff } = parseText(`${big}\n`.repeat(8), {
      frameTexts: frameTextsIn('en'),
      protocol: 'ocpp1.6',
      keys: {},
      now: NOW,
    })
    expect(isCutOff).toBe(true)
    expect(frames.length).toBeLessThan(8)
    expect(frames.reduce((sum, frame) => sum + (frame.parts[0]?.fields.length ?? 0), 0)).toBeLessThanOrEqual(
      MAX_PARSED_FIELDS,
    )
  })
  test('the longest texts of every evil kind are read in bounded time', () => {
    const evil = [
      '68',
      '[',
      '{"',
      '444e599001',
      '68AAAAAAAAAAAA68',
      'A',
      ' ',
      '\n',
      '[\n',
      'POST /x\n',
      '89860',
      '[2,',
      '\\"',
      '03F0',
      '000100000006010300000001',
      'fe68,',
      '0x',
    ]
    for (const piece of evil) {
      const text = piece.repeat(Math.floor(MAX_PARSE_LENGTH / piece.length))
      const began = process.cpuUsage()
      parseText(text, { frameTexts: frameTextsIn('zh'), protocol: 'auto', keys: KEYS, now: NOW })
      expect(process.cpuUsage(began).user / 1_000, JSON.stringify(piece)).toBeLessThan(6_000)
    }
    expect(MAX_SEGMENTS).toBeGreaterThan(MAX_PARSED_FRAMES)
  }, 120_000)
  test('nothing makes it throw, and every field lies in its part', () => {
    const good = [
      YKC,
      DNY,
      METER,
      '150100000006FF0300040001',
      '1105 00ACFF004E8B',
      STATUS,
      ENVELOPE,
      toHex(encodeDny({ name: 'link' })),
      'link',
      '{',
      ']',
      '"',
      'x',
      '\n',
      ' ',
      '68',
      '0x',
      '=',
    ]
    const any = fc
      .array(fc.oneof(fc.constantFrom(...good), fc.string({ maxLength: 12 })), { maxLength: 10 })
      .map(parts => parts.join(''))
    const protocols = fc.constantFrom<ParseProtocol>(
      'auto',
      'ocpp1.6',
      'ocpp2.0.1',
      'ykc',
      'dny',
      'tcec102',
      'dlt645',
      'modbusTcp',
      'modbusRtu',
    )
    fc.assert(
      fc.property(any, protocols, (text, protocol) => {
        for (const { parts } of read(text, protocol))
          for (const { content, fields, kind } of parts)
            for (const { from, to, raw } of fields)
              expect(kind === 'text' ? content.slice(from, to) : content.slice(from * 2, to * 2)).toBe(raw)
      }),
      { numRuns: 1_500 },
    )
  })
  test('every language says something', () => {
    for (const language of LANGUAGES) {
      const texts = JSON.stringify(read([YKC, DNY, METER, STATUS, ENVELOPE].join('\n'), 'auto', language, KEYS))
      expect(texts).not.toContain('frames.')
    }
  })
})
