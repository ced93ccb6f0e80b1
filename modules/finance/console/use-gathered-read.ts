import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { api, useLive } from '@wattyard/console-kit'
import { useEffect, useRef } from 'react'

/** Reads a query again when there is news of some topics, at most once in `every_ms`: a busy fleet speaks many times a second. */
export function useGatheredRead(topics: readonly string[], queryKey: QueryKey, every_ms: number): void {
  const client = useQueryClient()
  const planned = useRef<ReturnType<typeof setTimeout>>(undefined)
  const read = (): void => {
    api.forgetReads()
    void client.invalidateQueries({ queryKey })
  }
  useLive(
    topics,
    () => {
      planned.current ??= setTimeout(() => {
        planned.current = undefined
        read()
      }, every_ms)
    },
    read,
  )
  useEffect(
    () => () => {
      clearTimeout(planned.current)
      planned.current = undefined
    },
    [],
  )
}
