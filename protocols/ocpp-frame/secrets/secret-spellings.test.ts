import { expect, test } from 'vitest'
import { VEIL, veilFrame } from './secrets.ts'

test.each([
  ['a key twice, the name first', '[2,"1","X",{"key":"AuthorizationKey","value":"LeakMe","key":"HeartbeatInterval"}]'],
  ['a key twice, the value first', '[2,"1","X",{"password":"LeakMe","password":null}]'],
  ['a key twice in a text', JSON.stringify({ data: '{"key":"PIN","value":"LeakMe","key":"Other"}' })],
  ['members in capitals', '{"Key":"AuthorizationKey","Value":"LeakMe"}'],
  ['a VPN', '[2,"1","SetNetworkProfile",{"connectionData":{"vpn":{"server":"x","key":"LeakMe"}}}]'],
  ['a parameter', '{"param":"password","val":"LeakMe"}'],
  ['a field', '{"field":"password","value":"LeakMe"}'],
  ['a setting', '{"configKey":"AuthorizationKey","configValue":"LeakMe"}'],
  ['a list of two', '{"data":["AuthorizationKey","LeakMe"]}'],
  ['an element with a name', '<param name="password">LeakMe</param>'],
  ['an element with a namespace', '<ns:password>LeakMe</ns:password>'],
  ['the next line', 'password:\r\n    LeakMe'],
  ['blanks', 'password     :     LeakMe'],
  ['Chinese without a verb', '密码LeakMe12'],
  ['Chinese with a verb', '密码已设为 LeakMe12'],
  ['Chinese with a blank', '密 码：LeakMe12'],
  ['another word', '口令 LeakMe12'],
  ['Spanish', 'clave: LeakMe'],
  ['two words', 'API key: LeakMe'],
  ['a token', 'x?token=LeakMe&a=1'],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nLeakMe\n-----END RSA PRIVATE KEY-----'],
  ['a cookie', 'Cookie: a=1; sid=LeakMe'],
  ['a digest', 'Authorization: Digest username="a", response="LeakMe"'],
  ['an escaped name, cut off', '{"\\u0070assword":"LeakMe'],
  ['a letter without its dot', 'prıvateKey=LeakMe'],
  ['accents', 'pássword=LeakMe'],
])('a secret behind %s goes', (_what, text) => {
  const shown = veilFrame(text)
  expect(shown).not.toContain('LeakMe')
  expect(shown).toContain(VEIL)
  expect(veilFrame(shown)).toBe(shown)
})

test.each([
  '[2,"1","GetConfiguration",{"key":["AuthorizationKey","HeartbeatInterval"]}]',
  '[3,"1",{"unknownKey":["AuthorizationKey","WifiPassword"]}]',
  '密码错误，请重试；密码长度 8 位',
  '{"name":"HeartbeatInterval","value":"60"}',
  '<param name="interval">60</param>',
  'id token=04A1B2C3D4E5F6',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  '["a","b"]',
  `[2,"1","X",${'['.repeat(10_000)}${']'.repeat(10_000)}]`,
])('nothing goes from %.60s', text => expect(veilFrame(text)).toBe(text))
