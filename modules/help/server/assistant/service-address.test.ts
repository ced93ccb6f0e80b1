import { describe, expect, test } from 'vitest'
import { mayConnect, serviceAddress } from './service-address.ts'

const LOCAL = new Set(['localhost:11434', '10.0.0.7:443', '[::1]:8000', '169.254.169.254:80'])
const judged = (text: string) => {
  const url = serviceAddress(text, LOCAL)
  return typeof url === 'string' ? url : url.href
}

describe('which addresses are public', () => {
  test.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111'])('%s is', address =>
    expect(mayConnect(address, false)).toBe(true),
  )
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001:0:a::',
    '2001:db8::1',
    'localhost',
    '',
  ])('%s is not', address => expect(mayConnect(address, false)).toBe(false))

  test('a host of the operator’s own may be private, but never where clouds keep their secrets', () => {
    for (const address of ['127.0.0.1', '10.0.0.7', '::1', 'fd12::1']) expect(mayConnect(address, true)).toBe(true)
    for (const address of ['169.254.169.254', 'fe80::1', '::ffff:169.254.169.254', 'name'])
      expect(mayConnect(address, true), address).toBe(false)
  })
})

describe('the address of a service', () => {
  test.each([
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['http://localhost:11434/v1', 'http://localhost:11434/v1'],
    ['https://10.0.0.7', 'https://10.0.0.7/'],
    ['http://[::1]:8000/', 'http://[::1]:8000/'],
  ])('%s is taken', (text, href) => expect(judged(text)).toBe(href))

  test.each([
    ['', 'notAnAddress'],
    ['example.com', 'notAnAddress'],
    ['http://api.example.com', 'notAnAddress'],
    ['ftp://localhost:11434', 'notAnAddress'],
    ['https://user:pass@api.example.com', 'notAnAddress'],
    ['https://api.example.com?key=1', 'notAnAddress'],
    ['https://api.example.com#x', 'notAnAddress'],
    ['http://localhost:11435', 'notAnAddress'],
    ['https://127.1', 'notPublic'],
    ['https://2130706433/', 'notPublic'],
    ['https://0x7f.1/', 'notPublic'],
    ['https://[::]/', 'notPublic'],
    ['https://[::ffff:10.0.0.1]/', 'notPublic'],
    ['https://192.168.0.1', 'notPublic'],
    ['http://169.254.169.254', 'notPublic'],
    [`https://${'a'.repeat(400)}.example`, 'notAnAddress'],
  ])('%s is %s', (text, why) => expect(judged(text)).toBe(why))
})
