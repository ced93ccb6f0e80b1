import { expect, test } from 'vitest'
import { isSecretKey, VEIL, veilFrame, veilSecrets } from './secrets.ts'

test.each([
  'AuthorizationKey',
  'SecurityCtrlr.BasicAuthPassword',
  'WebPassword',
  'wifiPassphrase',
  'SimPin',
  'ApnPasswd',
])('%s is a secret', key => expect(isSecretKey(key)).toBe(true))
test.each([
  'HeartbeatInterval',
  'AuthorizeRemoteTxRequests',
  'LocalAuthListEnabled',
  'CpoName',
  'ConnectorSwitchOpinion',
])('%s is none', key => expect(isSecretKey(key)).toBe(false))

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
