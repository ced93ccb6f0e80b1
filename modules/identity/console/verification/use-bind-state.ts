import { api, usePolling } from '@wattyard/console-kit'
import { useRef, useState } from 'react'
import { type BindState, readBinding } from '../../contract/calls/binding.ts'

/** Poll interval (contract §9). */
const POLL_MS = 5_000

/**
 * Reads the state of the verification every five seconds while the page is visible.
 * @param onState called with each answer, and with the first one for comparison
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
