// Messages of our own, signed with the command line of OpenSSL over texts put together by hand: what the codec calls signed is
// held against another program.

/** Public key as consoles show it: base64 without the lines of PEM. */
export const PUBLIC_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqcWzkREFSCOdEZwjIui7UdK7Ym3f3+Ui9DkU3+UIYwE4CnQFvojr1iATrxF8t/gOQkXrAOOjhCzO/1QjmT2q2KcWqUv48TZ4pC2U3rZd+5OuTjLdI23xDl2pxkP5wfERnoLn+v4jm2+vDRsfOefh+gYGRwE83EiJM2hecHpB+KsdnBC4VMYH3R/Bn0OcYyg1fFff8jiva33aPBxKeI2O5q+0amiUvvXZbhpG61dfEPHRRZ2uy/z1k0h1fcN6FlBgYjGbEw8uVh5awGsLIok8wUxW4l0ybGxbWN7trc9DUCAfELaP4GC6lAB3x0B1Th7Cd/yMxchgilhgK33aUKuTJwIDAQAB'

const PIECE =
  '{"code":"10000","msg":"Success","trade_no":"2026112622001400000000000001","note":"a \\"quoted\\" } and {"}'
const ANSWER_SIGN =
  'dujMPtXjpsw0n6z8+m6O2CsfkrU6AGDH78UR7pWwvO0j4WaLRjjM2MIiq5o3+VVA1s98wv22m5HhLEpvrlRerl31m2d11XqLOCN1D/cS7Hkb+t1lGskZnCzeeWxc20gyCHRal9a/DGLWIuPobyMAKEpASc82iNb7/AjMuFzJGsB0Kd39reqUqAjz9LbJwwKTNtnfg/Ct93ldI5prlPvLBoxuOgRjhYojpYFG/thXSzH641CgIvrlI3YzDTFSEskfDDSPya/aqIU/FR2yQf7+ysUS1Quk8nOoTov7r9gCOu0XmgOJCNWOuz5RhAEvCCu0GvEbZn+uESS2u3sMmE0x/A=='

export const SIGNED_ANSWER = {
  text: `{"alipay_trade_query_response":${PIECE},"sign":"${ANSWER_SIGN}"}`,
  sign: ANSWER_SIGN,
}

export const SIGNED_NOTIFICATION = Object.entries({
  gmt_create: '2026-11-26 11:59:58',
  charset: 'utf-8',
  seller_email: 'desk@example.com',
  subject: '充电 500 度预付 + 服务',
  buyer_id: '2088000000000001',
  invoice_amount: '0.10',
  notify_id: '2026112600222120000000000000000001',
  fund_bill_list: '[{"amount":"0.10","fundChannel":"ALIPAYACCOUNT"}]',
  notify_type: 'trade_status_sync',
  trade_status: 'TRADE_SUCCESS',
  receipt_amount: '0.10',
  buyer_pay_amount: '0.10',
  sign_type: 'RSA2',
  app_id: '2021000000000001',
  seller_id: '2088000000000002',
  gmt_payment: '2026-11-26 12:00:00',
  notify_time: '2026-11-26 12:00:01',
  version: '1.0',
  out_trade_no: 'T2026112600000500',
  total_amount: '0.10',
  trade_no: '2026112622001400000000000002',
  auth_app_id: '2021000000000001',
  buyer_logon_id: '138****0000',
  point_amount: '0.00',
  sign: 'IDLp/6wSUCv4pBjEUGxUq515Ld1TLU1kPe6SZIj+Cdop++NeI/0A6SK0Luy/IiqZg3GfQRuU5FJWK4EtUIT2Ekg3SHsp6ir9dLLt+KSbLwoxk05rGPmiqZmG7budBY9qJlIo4Q+bjZO4h6ETeBvmwe8ZSTl6jOe6xC5qn3gn0k2uDFrRBfljq9HuFlylPAj4YzHVS4YjhEweC/q+wCltgZnrTf4U1nb45qAZ1hy2v0ROEQ5TKK3Yx+v8E3+iNB4Cn3Xu8UdxaxYwMyERbc7ZHpd/gAoECbHeuGgX4Ugu7w98nmn+ekFy76BXqpSEz4Lg2ucXuBkuqBegwlpwT1BErg==',
})
