import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import type { AnyRecord, AnyResource } from '../resource/records.ts'

/** Parameter of an address that asks its page for one of its own dialogs: `?do=close`. */
export const ASKED = 'do'

/**
 * What the address asks of this page, once the page is ready to answer. It is taken out of the address, so that neither a
 * reload nor the way back asks again.
 */
export function useAsked(isReady: boolean, answer: (what: string) => void): void {
  const [search, setSearch] = useSearchParams()
  const what = search.get(ASKED)
  const say = useEffectEvent((asked: string) => {
    setSearch(
      before => {
        const next = new URLSearchParams(before)
        next.delete(ASKED)
        return next
      },
      { replace: true },
    )
    answer(asked)
  })
  useEffect(() => {
    if (what !== null && isReady) say(what)
  }, [what, isReady])
}

/**
 * Whether an address may open this command on a record: the caller may run it now, and its dialog asks before anything
 * is done. A link that somebody was sent must never act by itself.
 */
export function mayBeAsked(resource: AnyResource, record: Pick<AnyRecord, 'can'>, command: string): boolean {
  const rule = Object.hasOwn(resource.commands, command) ? resource.commands[command] : undefined
  const isQuestion = rule?.confirm === true || Object.keys(rule?.input ?? {}).length > 0
  return rule?.on === 'one' && isQuestion && record.can.includes(command)
}
