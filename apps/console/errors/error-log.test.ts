import { useSession } from '@wattyard/console-kit'
import { beforeEach, expect, test } from 'vitest'
import { useErrorLog } from './error-log.ts'
import { withError } from './error-list.ts'

const failure = { kind: 'call', message: 'm', info: '', address: '/', stack: '', requestId: '', status: 400 } as const
const fail = (): void => useErrorLog.setState(({ list }) => ({ list: withError(list, failure, 0) }))
const kept = (): number => useErrorLog.getState().list.length

beforeEach(() => useSession.setState({ token: '' }))

test('whoever signs in after a wrong password finds no error in the log', () => {
  fail()
  useSession.setState({ token: 'a' })
  expect(kept()).toBe(0)
})

test('errors stay while somebody is signed in, and go with the session', () => {
  useSession.setState({ token: 'a' })
  fail()
  useSession.setState({ token: 'b' })
  expect(kept()).toBe(1)
  useSession.setState({ token: '' })
  expect(kept()).toBe(0)
})
