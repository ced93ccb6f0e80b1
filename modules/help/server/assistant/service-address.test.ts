import { internetReach } from '@wattyard/server-kit'
import { describe, expect, test } from 'vitest'
import { serviceAddress } from './service-address.ts'

const LOCAL = internetReach(['localhost:11434', '10.0.0.7:443', '[::1]:8000', '169.254.169.254:80'])
const judged = (text: string) => {
  const url = serviceAddress(text, LOCAL)
  return typeof url === 'string' ? url : url.href
}

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
