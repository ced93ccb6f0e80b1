import { expect, test } from 'vitest'
import { canonicalQuery, signedHeaders } from './sign-acs3.ts'

test('the example of the provider’s own description is signed as it says there', () => {
  const { authorization } = signedHeaders({
    host: 'ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    query: { ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd', RegionId: 'cn-shanghai' },
    date: '2023-10-26T10:22:32Z',
    nonce: '3156853299f313e23d1673dc12e1703d',
    accessKeyId: 'YourAccessKeyId',
    secret: 'YourAccessKeySecret',
  })
  expect(authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

test('parameters are in order and encoded as RFC 3986 wants it', () => {
  expect(canonicalQuery({ b: "离线 3*(a)!'", a: '~_-.', c: '' })).toBe(
    'a=~_-.&b=%E7%A6%BB%E7%BA%BF%203%2A%28a%29%21%27&c=',
  )
})
