import { useEffect, useEffectEvent } from 'react'
import type { AnyRecord } from '@wattyard/resource'
import type { AnyResource } from '../resource/records.ts'
import { useTabQuery, withParams } from './tab-query.ts'

/** URL parameter that asks a page for one of its dialogs: `?do=close`. */
export const DIALOG_PARAM = 'do'

/**
 * Calls `answer` with the dialog that the URL asks for, once the page is ready. The parameter is then removed, so that neither a
 * reload nor the back button opens the dialog again.
 */
export function useRequestedDialog(isReady: boolean, answer: (what: string) => void): void {
  const [search, setSearch] = useTabQuery()
  const what = search.get(DIALOG_PARAM)
  const say = useEffectEvent((asked: string) => {
    setSearch(before => withParams(before, { [DIALOG_PARAM]: null }), { replace: true })
    answer(asked)
  })
  useEffect(() => {
    if (what !== null && isReady) say(what)
  }, [what, isReady])
}

/**
 * Returns whether a URL may open this command on a record: the caller may run it now, and its dialog asks before it runs. A link
 * that somebody sent must never act by itself.
 */
export function canOpenByLink(resource: AnyResource, record: Pick<AnyRecord, 'can'>, command: string): boolean {
  const rule = Object.hasOwn(resource.commands, command) ? resource.commands[command] : undefined
  const isQuestion = rule?.confirm === true || Object.keys(rule?.input ?? {}).length > 0
  return rule?.on === 'one' && isQuestion && record.can.includes(command)
}
