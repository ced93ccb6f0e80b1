import { describe, expect, it } from 'vitest'
import { OUTCOME_KINDS } from '../../contract/outcome.ts'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import zh from '../../locales/zh.json' with { type: 'json' }
import { hintOf } from './case-hint.ts'

/** Returns the words of a key. */
const wordsOf = (words: unknown, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (all, part) => (typeof all === 'object' && all !== null ? Reflect.get(all, part) : undefined),
      words,
    )

const PLATFORM = /商户平台|merchant platform|plataforma/

describe('the advice for a case', () => {
  it.each(['bank', 'cash'] as const)('sends nobody from a %s to the platform of a merchant', channel => {
    for (const kind of Object.keys(OUTCOME_KINDS))
      for (const words of [zh, en, es]) {
        const hint = wordsOf(words, hintOf(kind, channel))
        expect(hint, kind).toBeTypeOf('string')
        expect(hint, kind).not.toMatch(PLATFORM)
      }
  })

  it('names the platform to those who have one, and to whoever may not read the channel', () => {
    for (const channel of ['wechat', 'alipay', undefined] as const)
      expect(wordsOf(zh, hintOf('channelOnly', channel))).toMatch(PLATFORM)
  })

  it('tells where a fee of the bank is booked', () => {
    expect(wordsOf(zh, hintOf('channelOnly', 'bank'))).toContain('渠道手续费')
  })
})
