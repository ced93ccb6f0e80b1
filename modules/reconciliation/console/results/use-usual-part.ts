import { useTabQuery, withParams } from '@wattyard/console-kit'
import { useEffect, useState } from 'react'

/** Parameters that say what the list shows; without any of them the usual part is written. */
const SAYS = /^(f\.|view$|q$)/

/**
 * Writes the usual part of the list into an address that names none when the page is opened: differences of the first channel. What a
 * person removes afterwards stays removed.
 * @param channel the first channel; null for none, undefined until it is known
 * @returns whether the list may be read
 */
export function useUsualPart(channel: string | null | undefined): boolean {
  const [search, setSearch] = useTabQuery()
  const says = [...search.keys()].some(key => SAYS.test(key))
  const [isDone, setDone] = useState(says)
  if (!isDone && (says || channel === null)) setDone(true)
  useEffect(() => {
    if (isDone || channel === undefined || channel === null) return
    setSearch(before => withParams(before, { 'f.channel': channel, 'f.standing': 'difference' }), { replace: true })
  }, [isDone, channel, setSearch])
  return isDone
}
