import { api, usePolling } from '@wattyard/console-kit'
import { useRef, useState } from 'react'
import { type BindState, readBinding } from '../../contract/calls/binding.ts'

/** Contract §9. */
const POLL_MS = 5_000

/**
 * Asks the server every five seconds how verification stands, while somebody looks.
 *
 * @param onState hears each answer, and the first one to compare it with
 */
export function useBindState(
  isPaused: boolean,
  onState: (now: BindState, first: BindState) => void,
): {
  state: BindState | null
  isUnreachable: boolean
  ask: () => Promise<void>
} {
  const [state, setState] = useState<BindState | null>(null)
  const first = useRef<BindState | null>(null)
  const [isUnreachable, setUnreachable] = useState(false)
  const ask = async (signal?: AbortSignal): Promise<void> => {
    try {
      const options = { quiet: true, fresh: true, lane: 'page' as const, ...(signal ? { signal } : {}) }
      const now = await api.call(readBinding, { timeout: true }, options)
      first.current ??= now
      setState(now)
      setUnreachable(false)
      onState(now, first.current)
    } catch {
      if (!signal?.aborted) setUnreachable(true)
    }
  }
  usePolling(async signal => {
    if (!isPaused) await ask(signal)
  }, POLL_MS)
  return { state, isUnreachable, ask: async () => ask() }
}
