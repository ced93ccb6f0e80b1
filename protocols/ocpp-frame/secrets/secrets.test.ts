import { describe, expect, test } from 'vitest'
import { MAX_DEPTH } from '../scan-text.ts'
import { isSecretKey, isStationKey } from './secret-names.ts'
import { VEIL, veilFrame, veilSecrets } from './secrets.ts'

test.each([
  'AuthorizationKey',
  'SecurityCtrlr.BasicAuthPassword',
  'WebPassword',
  'wifiPassphrase',
  'SimPin',
  'ApnPasswd',
  'Modem.Text(Password)',
  'Password.Value',
  'Modem[ApnPassword]@1:2.Text',
  'Modem.PIN(1)',
  'PIN1',
  'PIN:1',
  'Ctrl.PIN#Target',
  'PIN Value',
  'SimPin1',
  'WifiKey',
  'wifi_key',
  'WPAKey',
  'MasterKey',
  'PUK',
  '密码',
  'ftpPass',
  'Authorization Key',
  'Authorization\u200bKey',
  'Ａuthorization-Key',
  'SessionKey_1',
  'AdminPin2Value',
])('%s is a secret', key => expect(isSecretKey(key)).toBe(true))
test.each([
  'HeartbeatInterval',
  'AuthorizeRemoteTxRequests',
  'LocalAuthListEnabled',
  'CpoName',
  'ConnectorSwitchOpinion',
  'MeterPublicKey',
  'GetConfigurationMaxKeys',
  'AuthCtrlr.MasterPassGroupId',
  'OCPPCommCtrlr.PublicKeyWithSignedMeterValue',
  'Bypass',
])('%s is none', key => expect(isSecretKey(key)).toBe(false))

test.each([
  'AuthorizationKey',
  ' authorizationkey ',
  'BasicAuthPassword',
  'SecurityCtrlr.BasicAuthPassword',
  'SecurityCtrlr[x].BasicAuthPassword',
  'SecurityCtrlr[a.b].BasicAuthPassword',
  'SecurityCtrlr@1.BasicAuthPassword',
  'SecurityCtrlr@1:2.BasicAuthPassword(1)',
  'SecurityCtrlr.BasicAuthPassword(1)',
  'SecurityCtrlr.BasicAuthPassword#Target',
  'AuthorizationKey\u200b',
  'Authorization Key',
  'SecurityCtrlr..BasicAuthPassword.',
])('%s is the key of the pile', key => expect(isStationKey(key)).toBe(true))
test.each(['WifiPassword', 'Modem.BasicAuthPassword', 'SecurityCtrlr.WifiPassword'])('%s is another', key =>
  expect(isStationKey(key)).toBe(false),
)

test('calls and answers of both versions lose their secrets and nothing else', () => {
  const veiled = (frame: unknown[]) => JSON.parse(veilFrame(JSON.stringify(frame)))
  expect(veiled([2, 'a', 'ChangeConfiguration', { key: 'AuthorizationKey', value: 'geheim' }])).toEqual([
    2,
    'a',
    'ChangeConfiguration',
    { key: 'AuthorizationKey', value: VEIL },
  ])
  const configurationKey = [
    { key: 'HeartbeatInterval', readonly: false, value: '60' },
    { key: 'AuthorizationKey', readonly: false, value: 'geheim' },
  ]
  expect(veiled([3, 'a', { configurationKey }])).toEqual([
    3,
    'a',
    { configurationKey: [configurationKey[0], { ...configurationKey[1], value: VEIL }] },
  ])
  const component = { name: 'SecurityCtrlr' }
  const variable = { name: 'BasicAuthPassword' }
  expect(
    veiled([2, 'b', 'SetVariables', { setVariableData: [{ component, variable, attributeValue: 'geheim' }] }]),
  ).toEqual([2, 'b', 'SetVariables', { setVariableData: [{ component, variable, attributeValue: VEIL }] }])
  const variableAttribute = [{ type: 'Actual', value: 'geheim', mutability: 'WriteOnly' }]
  expect(veiled([2, 'c', 'NotifyReport', { reportData: [{ component, variable, variableAttribute }] }])).toEqual([
    2,
    'c',
    'NotifyReport',
    { reportData: [{ component, variable, variableAttribute: [{ ...variableAttribute[0], value: VEIL }] }] },
  ])
})

test.each([
  { component: { name: 'Modem' }, variable: { name: 'Text', instance: 'Password' } },
  { component: { name: 'Password' }, variable: { name: 'Value' } },
  { component: { name: 'Modem', instance: 'Password' }, variable: { name: 'Text' } },
])('a name in any part of a path: %j', path => {
  const frames = [
    [2, 'a', 'SetVariables', { setVariableData: [{ ...path, attributeValue: 'LeakMe' }] }],
    [3, 'a', { getVariableResult: [{ attributeStatus: 'Accepted', ...path, attributeValue: 'LeakMe' }] }],
    [2, 'b', 'NotifyReport', { reportData: [{ ...path, variableAttribute: [{ type: 'Actual', value: 'LeakMe' }] }] }],
    [2, 'c', 'NotifyEvent', { eventData: [{ ...path, actualValue: 'LeakMe' }] }],
  ].map(frame => JSON.stringify(frame))
  expect(frames.map(veilFrame)).toEqual(frames.map(frame => frame.replace('LeakMe', VEIL)))
})

test.each([
  ['{"password":"LeakMe","user":"anna"}', `{"password":"${VEIL}","user":"anna"}`],
  ['{"simPin":4711,"pass":true}', `{"simPin":"${VEIL}","pass":true}`],
  ['{"credentials":{"a":["LeakMe"]}}', `{"credentials":{"a":["${VEIL}"]}}`],
  ['"{\\"password\\":\\"LeakMe\\"}"', `"{\\"password\\":\\"${VEIL}\\"}"`],
  ['user=anna&pwd=LeakMe&x=1', `user=anna&pwd=${VEIL}&x=1`],
  ['password : "Leak Me" and', `password : "${VEIL}" and`],
  ['pwd=a"LeakMe', `pwd=${VEIL}`],
  ['pwd="a\\"LeakMe" x', `pwd="${VEIL}" x`],
  ['<password>LeakMe</password> x', `<password>${VEIL} x`],
  ['x?password%3DLeakMe', `x?password%3D${VEIL}`],
  ['{"name":"password","value":"LeakMe"}', `{"name":"password","value":"${VEIL}"}`],
  ['curl --password LeakMe x', `curl --password ${VEIL} x`],
  ['the password is LeakMe, ok', `the password is ${VEIL}, ok`],
  ['la contraseña es LeakMe', `la contraseña es ${VEIL}`],
  ['密码是LeakMe', `密码是${VEIL}`],
  ['pwd:LeakMe', `pwd:${VEIL}`],
  ['раsswоrd=LeakMe', `раsswоrd=${VEIL}`],
  ['Authorization: Bearer LeakMe.1234', `Authorization: Bearer ${VEIL}`],
  ['Authorization: Basic TGVhazpNZQ==', `Authorization: Basic ${VEIL}`],
  ['https://anna:LeakMe@host/x', `https://anna:${VEIL}@host/x`],
  ['a basic charging profile, the pin is bent', `a basic charging profile, the pin is ${VEIL}`],
  ['bearer installed', 'bearer installed'],
  ['WifiPassword=LeakMe', `WifiPassword=${VEIL}`],
  ['https://h/x?password=LeakMe', `https://h/x?password=${VEIL}`],
  ['ftp://u:a@LeakMe@h/p', `ftp://u:${VEIL}@h/p`],
  ['sftp://u:a/LeakMe@h', `sftp://u:${VEIL}@h`],
  ['https://files.example:8080/a@b', 'https://files.example:8080/a@b'],
  // Cut off.
  ['[2,"a","X",{"password":"LeakMe', `[2,"a","X",{"password":"${VEIL}`],
  ['[2,"a","X",{"data":"{\\"password\\":\\"LeakMe\\",', `[2,"a","X",{"data":"{\\"password\\":\\"${VEIL}\\",`],
])('inside of a value: %s', (text, shown) => {
  expect(veilSecrets(text)).toBe(shown)
  expect(veilSecrets(shown)).toBe(shown)
  const frame = JSON.stringify([2, 'a', 'DataTransfer', { vendorId: 'v', data: text }])
  expect(JSON.parse(veilFrame(frame))[3].data).toBe(shown)
})

test('the password of an address goes, its user and the rest stay', () => {
  expect(veilSecrets({ location: 'ftp://anna:geheim@files.example:21/a?b=c', retries: 3 })).toEqual({
    location: `ftp://anna:${VEIL}@files.example:21/a?b=c`,
    retries: 3,
  })
  expect(veilFrame('[2,"a","UpdateFirmware",{"location":"https://files.example/a@b"}]')).toContain(
    'https://files.example/a@b',
  )
})

test('a frame without a secret stays as it came, to the byte', () => {
  const frame = '[2, "a","StatusNotification",{"connectorId":1,  "info":"pin","vendorId":"1.10"}]'
  expect(veilFrame(frame)).toBe(frame)
  expect(veilFrame('[2,"a", not a frame, passwort')).toBe('[2,"a", not a frame, passwort')
})

const SETTING = '{"key":"AuthorizationKey","readonly":false,"value":"LeakMe"}'
const VARIABLE =
  '{"component":{"name":"SecurityCtrlr"},"variable":{"name":"BasicAuthPassword"},"attributeValue":"LeakMe"}'
test.each([
  ['a comma too many', `[2,"a","ChangeConfiguration",${SETTING.replace('}', ',}')}]`],
  ['no last bracket', `[2,"a","ChangeConfiguration",${SETTING}`],
  ['cut off in the value', `[2,"a","ChangeConfiguration",${SETTING.slice(0, -3)}`],
  ['cut off in an escape', `[2,"a","ChangeConfiguration",${SETTING.slice(0, -2)}\\`],
  ['something before it', `x"y [2,"a","ChangeConfiguration",${SETTING}]`],
  ['a value without quotes', `[2,"a","ChangeConfiguration",${SETTING.replace('"LeakMe"', 'LeakMe')}]`],
  ['a value with commas', `[2,"a","ChangeConfiguration",${SETTING.replace('"LeakMe"', 'a,LeakMe,"b":1')}]`],
  ['quotes that are not escaped', `[2,"a","ChangeConfiguration",${SETTING.replace('LeakMe', 'a"LeakMe')}]`],
  [
    'quotes and a comma that are not escaped',
    `[2,"a","ChangeConfiguration",${SETTING.replace('LeakMe', 'a","LeakMe')}]`,
  ],
  ['a member of quotes that are not escaped', '{"password":"a"LeakMe"}'],
  ['other quotes', `[2,'a','X',${SETTING.replaceAll('"', "'")}`],
  ['the value first', '[2,"a","X",{"value":"LeakMe","key":"AuthorizationKey"'],
  ['the value first, cut off in the name', '[2,"a","X",{"value":"LeakMe","key":"Authoriza'],
  ['a value of data', '[2,"a","X",{"key":"AuthorizationKey","value":{"a":["LeakMe"],"b":"LeakMe"}'],
  ['2.0.1', `[2,"a","SetVariables",{"setVariableData":[${VARIABLE}`],
  ['2.0.1, cut off in the value', `[2,"a","SetVariables",{"setVariableData":[${VARIABLE.slice(0, -2)}`],
  [
    'a report',
    `[2,"a","NotifyReport",{"reportData":[${VARIABLE.replace('"attributeValue":"LeakMe"', '"variableAttribute":[{"type":"Actual","value":"LeakMe"},{"value":"LeakMe"')}`,
  ],
  ['cut off inside', JSON.stringify([2, 'a', 'DataTransfer', { vendorId: 'v', data: SETTING.slice(0, -3) }])],
  [
    'cut off inside and outside',
    JSON.stringify([2, 'a', 'DataTransfer', { data: SETTING.replace('Leak', '\\"Leak') }]).slice(0, -6),
  ],
  ['parameters', 'key=AuthorizationKey;value=LeakMe'],
  ['XML', '<setting><key>AuthorizationKey</key><value>LeakMe</value></setting>'],
])('a frame that is not quite JSON: %s', (_why, frame) => {
  const shown = veilFrame(frame)
  expect(frame).toContain('LeakM')
  expect(shown).not.toContain('Leak')
  expect(shown).toContain(VEIL)
  expect(veilFrame(shown)).toBe(shown)
})

test('settings that are no secrets stay in a frame that is cut off', () => {
  const plain = '{"key":"MeterInterval","value":"60"},{"key":"HeartbeatInterval","value":"30"}'
  expect(veilFrame(`[3,"a",{"configurationKey":[${plain}`)).toBe(`[3,"a",{"configurationKey":[${plain}`)
  expect(veilFrame(`[3,"a",{"configurationKey":[${SETTING},{"key":"a","value":"1"},${plain}`)).toContain(plain)
})

test.each([
  ['Authorization: Basic dXNlcjpwYXNz', `Authorization: Basic ${VEIL}`],
  ['Authorization: Bearer abcdefghijkl', `Authorization: Bearer ${VEIL}`],
  ['{"Authorization":"Bearer abcdef"}', `{"Authorization":"Bearer ${VEIL}"}`],
  ['with Bearer abcdefghijkl', `with Bearer ${VEIL}`],
  ['sent Basic dXNlcjpwYXNz', `sent Basic ${VEIL}`],
  [
    'Bearer authentication, Basic Charging, bearer installed',
    'Bearer authentication, Basic Charging, bearer installed',
  ],
  ['password is:LeakMe', `password is:${VEIL}`],
  ['password is "Secret 12" now', `password is "${VEIL}" now`],
  ['Password := LeakMe', `Password := ${VEIL}`],
  ['password => LeakMe', `password => ${VEIL}`],
  ['PIN是 123456', `PIN是 ${VEIL}`],
  ['password\u200b=LeakMe', `password\u200b=${VEIL}`],
  ['pass\u200bword=LeakMe', `pass\u200bword=${VEIL}`],
])('in words: %s', (text, shown) => {
  expect(veilSecrets(text)).toBe(shown)
  expect(veilSecrets(shown)).toBe(shown)
})

test('a long text is looked through once', () => {
  const parts = [
    '"key":"AuthorizationKey","value":"',
    '"value":"x","key":"Authorization',
    '<key>',
    'value=',
    'name:"',
    '\\"value\\":\\"',
    '\\',
    '"',
    'Bearer ',
    'authorization: ',
    'a=>',
    'password is ',
    'pwd="',
    ', ',
    '\u200b',
    'key',
  ]
  for (const part of parts) {
    const text = `[${part.repeat(250_000 / part.length)}`
    const before = process.cpuUsage()
    veilFrame(text)
    expect(process.cpuUsage(before).user / 1_000, part).toBeLessThan(5_000)
  }
}, 60_000)

describe('data nested without end', () => {
  const DEPTH = 50_000
  const nested = (wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = 'LeakMe'
    for (let level = 0; level < DEPTH; level++) value = wrap(value)
    return value
  }

  test.each([
    ['objects', (inner: unknown) => ({ data: inner })],
    ['lists', (inner: unknown) => [inner]],
    ['lists of names', (inner: unknown) => ({ keys: [inner] })],
    ['networks', (inner: unknown) => ({ vpn: { key: inner } })],
  ])('is masked below the depth that is read: %s', (_, wrap) => {
    const shown = JSON.stringify(veilSecrets(nested(wrap)))
    expect(shown).toContain(VEIL)
    expect(shown).not.toContain('LeakMe')
    expect(shown.length).toBeLessThan(2_000)
  })

  test('as deep as a frame may be, and in a record of ours, it is read', () => {
    let value: unknown = { password: 'LeakMe', vendor: 'Acme' }
    for (let level = 1; level < MAX_DEPTH; level++) value = { data: value }
    const shown = JSON.stringify(veilSecrets({ detail: { payload: value } }))
    expect(shown).toContain('Acme')
    expect(shown).not.toContain('LeakMe')
  })
})
