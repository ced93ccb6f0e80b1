import { type Caller, newId, col } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { A_PASSWORD, type TestGateway, servedGateway, type ServedGateway } from '../testing/index.ts'

// A key that is sent to a pile, or told by it, opens the pile's line: it reaches the pile and is written down nowhere.

const CANARY = 'kanarie-7Qz91'
let served: ServedGateway
let server: TestServer
let bed: TestGateway
let as: Caller

beforeAll(async () => {
  served = await servedGateway({ settings: { commandTimeout_ms: 2_500 } })
  ;({ bed, server, as } = served)
})
afterAll(() => served.close())

/** Tables in which a text stands as it is. */
async function tablesWith(text: string): Promise<string[]> {
  return server.db.platform(async tx => {
    const tables = await tx.query(
      { name: col.text },
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    expect(tables.length).toBeGreaterThan(50)
    const found: string[] = []
    for (const { name } of tables) {
      // Tables of other roles cannot be read here; what a pile says is in none of them.
      const [may] = await tx.query({ may: col.boolean }, "select has_table_privilege($1, 'select') as may", [name])
      if (!may?.may) continue
      const rows = await tx.query(`select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`, [text])
      if (rows.length > 0) found.push(name)
    }
    return found
  })
}

test.each(['ocpp1.6', 'ocpp2.0.1'] as const)('%s', async protocol => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile, protocol)
  const is16 = protocol === 'ocpp1.6'
  const key = is16 ? 'WifiPassword' : 'SecurityCtrlr.WifiPassword'
  const component = { name: 'SecurityCtrlr' }
  const variable = { name: 'WifiPassword' }
  const run = async (name: string, input: Record<string, unknown>, reply: object, target: object) => {
    const sent = await server.call(`/api/device/command/${name}`, { ...target, ...input }, { as, key: newId() })
    const asked = await client.asked()
    client.answer(asked.id, reply)
    const id = sent.data.command ?? sent.data.list[0].id
    const { data } = await server.call('/api/device/command/answer', { id }, { as })
    return { asked: JSON.stringify(asked), told: JSON.stringify([sent, data]) }
  }
  const set = await run(
    'setSecret',
    { setting: key, value: CANARY, password: A_PASSWORD },
    is16 ? { status: 'Accepted' } : { setVariableResult: [{ attributeStatus: 'Accepted', component, variable }] },
    { pile: pile.pileId },
  )
  const read = await run(
    'getConfiguration',
    { keys: [key] },
    is16
      ? { configurationKey: [{ key, readonly: false, value: CANARY }] }
      : { getVariableResult: [{ attributeStatus: 'Accepted', attributeValue: CANARY, component, variable }] },
    { pile: pile.pileId },
  )
  const fetched = await run(
    'diagnostics',
    { location: `ftp://anna:${CANARY}@files.example/up` },
    is16 ? { fileName: 'd.zip' } : { status: 'Accepted', filename: 'd.zip' },
    { pile: pile.pileId },
  )
  expect([set, fetched].map(({ asked }) => asked.includes(CANARY))).toEqual([true, true])
  expect([set, read, fetched].filter(({ told }) => told.includes(CANARY))).toEqual([])
  if (is16)
    await client.call('StatusNotification', {
      connectorId: 1,
      errorCode: 'NoError',
      status: 'Available',
      info: `password=${CANARY}`,
      vendorErrorCode: `pwd=${CANARY}`,
    })
  else
    await client.call('NotifyReport', {
      requestId: 1,
      seqNo: 0,
      generatedAt: new Date().toISOString(),
      reportData: [{ component, variable, variableAttribute: [{ type: 'Actual', value: CANARY }] }],
    })
  await bed.gateway.settled()
  expect(await tablesWith(pile.pileId)).toContain('gateway_frame')
  expect(await tablesWith(CANARY)).toEqual([])
  const { data } = await server.call('/api/device/configuration/list', { pile: pile.pileId }, { as })
  expect(data.list).toMatchObject([{ key, value: '••••••', secret: 'setting' }])
  await client.close()
})

/** In rows from before the rules, which stay as they are. */
const OLD = 'viejo-4Kx20'

test('what was stored before a rule is veiled when it is read, parsed or searched', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile, 'ocpp1.6')
  await client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
  await client.close()
  await bed.gateway.settled()
  const sent = await server.call(
    '/api/device/command/getConfiguration',
    { pile: pile.pileId, keys: ['HeartbeatInterval'] },
    { as, key: newId() },
  )
  expect(sent.success, sent.msg).toBe(true)
  const frame = JSON.stringify([2, 'a', 'ChangeConfiguration', { key: 'WifiPassword', value: OLD }])
  const detail = `login failed pwd=${OLD}`
  await server.db.platform(async tx => {
    // Frames are never changed, so the old one is written anew.
    const told = await tx.execute(
      `insert into gateway_frame (stream, tenant_id, seq, pile_id, received_at, direction, protocol, action, message_id, skew_ms, frame, answer, problem)
       select stream, tenant_id, seq + 1, pile_id, received_at, 'out', protocol, 'ChangeConfiguration', 'a', skew_ms, $2, $2, $3
       from gateway_frame where pile_id = $1 order by seq desc limit 1`,
      [pile.pileId, frame, detail],
    )
    const ordered = await tx.execute(
      'update gateway_command set payload = $2::jsonb, result = $2::jsonb, detail = $3 where pile_id = $1',
      [pile.pileId, JSON.stringify({ key: 'WifiPassword', value: OLD }), detail],
    )
    const noticed = await tx.execute('update gateway_event set detail = $2 where pile_id = $1', [pile.pileId, detail])
    const kept = await tx.execute(
      `insert into gateway_configuration (tenant_id, pile_id, key, value, readonly, read_at) values ($1, $2, 'WifiPassword', $3, false, now())`,
      [as.tenantId, pile.pileId, OLD],
    )
    expect([told, ordered, noticed > 0, kept]).toEqual([1, 1, true, 1])
  })
  const read = async (path: string, input: Record<string, unknown>) =>
    JSON.stringify((await server.call(`/api/device/${path}`, input, { as })).data)
  const { data } = await server.call('/api/device/frame/list', { pile: pile.pileId, size: 10 }, { as })
  const old = data.list.find(({ call }: { call: string }) => call.includes('WifiPassword'))
  expect(old).toMatchObject({ call: frame.replace(OLD, '••••••'), answer: frame.replace(OLD, '••••••') })
  for (const [path, input] of [
    ['frame/list', { pile: pile.pileId, size: 10 }],
    ['frame/get', { frame: old.frame }],
    ['message/parse', { frame: old.frame }],
    ['configuration/list', { pile: pile.pileId }],
    ['command/list', { filter: { pile: pile.pileId } }],
    ['log/list', { pile: pile.pileId }],
  ] as const) {
    const text = await read(path, input)
    expect(text, path).toContain('••••••')
    expect(text, path).not.toContain(OLD)
  }
  const lines = async (q: string) =>
    (await server.call('/api/device/log/list', { pile: pile.pileId, q }, { as })).data.list.length
  expect([await lines(OLD), await lines(`pwd=${OLD.slice(0, 3)}`), (await lines('login failed')) > 0]).toEqual([
    0,
    0,
    true,
  ])
})

const commandsTo = (pileId: string): Promise<number> =>
  server.db.platform(async tx => (await tx.query('select from gateway_command where pile_id = $1', [pileId])).length)

test('a secret setting asks for the password, and a setting of the usual command is none', async () => {
  const { pileId } = await bed.addPile()
  const write = (input: Record<string, unknown>, who = as) =>
    server.call(
      '/api/device/command/setSecret',
      { pile: pileId, value: CANARY, password: A_PASSWORD, ...input },
      { as: who },
    )
  for (const key of [
    'AuthorizationKey',
    ' authorizationkey',
    'SecurityCtrlr.BasicAuthPassword',
    'WifiPassword',
    'FtpPwd',
    'Modem.PIN(1)',
    'Modem.Text(Password)',
    'Authorization Key',
  ])
    expect(
      await server.call(
        '/api/device/command/setConfiguration',
        { piles: [pileId], key, value: CANARY },
        { as, key: newId() },
      ),
      key,
    ).toMatchObject({ success: false, code: 'gateway.secretSetting' })
  for (const key of ['Authorızationkey', 'AuthorizationKeʏ', 'Heartbeat间隔'])
    expect(
      await server.call(
        '/api/device/command/setConfiguration',
        { piles: [pileId], key, value: CANARY },
        { as, key: newId() },
      ),
      key,
    ).toMatchObject({ success: false, data: { fields: { key: expect.stringContaining('英文字母') } } })
  expect((await write({ setting: 'WifiPassword', password: 'wrong' })).data.fields).toHaveProperty('password')
  // With the right password, too: a key sent as a setting locks the pile out.
  for (const setting of [
    'AuthorizationKey',
    'SecurityCtrlr.BasicAuthPassword',
    'BasicAuthPassword',
    'SecurityCtrlr[x].BasicAuthPassword',
    'SecurityCtrlr@1.BasicAuthPassword(1)',
  ])
    expect((await write({ setting })).code, setting).toBe('gateway.stationKeySetting')
  expect((await write({ setting: 'HeartbeatInterval' })).data.fields).toHaveProperty('setting')
  const { tenantId } = as
  const others = [
    [callerWith({ tenantId: newId() }), 'kernel.notFound'],
    [{ ...as, scope: { operators: [newId()], stations: null, investors: null } }, 'kernel.notFound'],
    [callerWith({ tenantId, permissions: ['gateway.configuration:read'] }), 'kernel.forbidden'],
  ] as const
  for (const [who, code] of others) expect((await write({ setting: 'WifiPassword' }, who)).code).toBe(code)
  expect(await commandsTo(pileId)).toBe(0)
  expect((await write({ setting: 'WifiPassword' })).success).toBe(true)
  expect(await commandsTo(pileId)).toBe(1)
  expect(await tablesWith(CANARY)).toEqual([])
  const entries = await server.db.platform(tx =>
    tx.query(
      { after: col.json<Record<string, unknown>>() },
      "select after from kernel_audit where resource = 'gateway.command' and action = 'setConfiguration' and after->>'key' = 'WifiPassword' order by id",
    ),
  )
  expect(entries.at(-1)?.after).toMatchObject({ piles: [pileId], value: '••••••' })
})

test('characters that are not seen are refused at their field, and so is a value that was shown masked', async () => {
  const { pileId } = await bed.addPile()
  const call = async (name: string, input: Record<string, unknown>) =>
    (await server.call(`/api/device/command/${name}`, input, { as, key: newId() })).data?.fields
  const secret = (input: Record<string, unknown>) =>
    call('setSecret', { pile: pileId, setting: 'WifiPassword', value: CANARY, password: A_PASSWORD, ...input })
  const plain = (input: Record<string, unknown>) =>
    call('setConfiguration', { piles: [pileId], key: 'Note', value: 'x', ...input })
  for (const sign of ['\ud800', '\u0000', '\u200b', '\n', '\u007f', '\ufe0f']) {
    const why = JSON.stringify(sign)
    expect(await secret({ setting: `x${sign}password` }), why).toHaveProperty('setting')
    expect(await secret({ value: `a${sign}b` }), why).toHaveProperty('value')
    expect(await plain({ key: `No${sign}te` }), why).toHaveProperty('key')
  }
  expect(await plain({ value: 'pwd=••••••' })).toHaveProperty('value')
  expect(await commandsTo(pileId)).toBe(0)
})

test('secrets inside of values and in parts of a path are written down nowhere', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile, 'ocpp2.0.1')
  const component = { name: 'Modem' }
  const variable = { name: 'Text', instance: 'Password' }
  const inside = { component, variable: { name: 'Custom' } }
  const data = JSON.stringify({ password: CANARY })
  const sent = async (name: string, input: Record<string, unknown>, path: object) => {
    await server.call(`/api/device/command/${name}`, input, { as, key: newId() })
    const asked = await client.asked()
    expect(JSON.stringify(asked)).toContain(CANARY)
    client.answer(asked.id, { setVariableResult: [{ attributeStatus: 'Accepted', ...path }] })
  }
  await sent(
    'setSecret',
    { pile: pile.pileId, setting: 'Modem.Text(Password)', value: CANARY, password: A_PASSWORD },
    { component, variable },
  )
  await sent('setConfiguration', { piles: [pile.pileId], key: 'Modem.Custom', value: data }, inside)
  await client.call('DataTransfer', { vendorId: 'v', data })
  await client.call('DataTransfer', { vendorId: 'v', data: `pwd=${CANARY}` })
  await bed.gateway.settled()
  expect(await tablesWith('DataTransfer')).toContain('gateway_frame')
  expect(await tablesWith('Modem.Custom')).toContain('gateway_configuration')
  expect(await tablesWith(CANARY)).toEqual([])
  await client.close()
})
