import { useState } from 'react'
import { useWords } from '../words/use-words.ts'
import type { BoardItem } from './board-card.tsx'

export interface BoardColumn {
  readonly key: string
  readonly title: string
  /** How many there are, shown or not. */
  readonly total: number
  readonly items: readonly BoardItem[]
}

interface Moved {
  readonly item: BoardItem
  readonly to: string
}

interface BoardMoves {
  /** Columns as they will be when everything on its way has arrived. */
  readonly columns: readonly BoardColumn[]
  readonly moving: ReadonlySet<string>
  /** What is read aloud. */
  readonly said: string
  readonly say: (text: string) => void
  readonly move: (id: string, to: string) => Promise<void>
}

/** Puts what is on its way into the column it goes to, on top, and counts it there. */
export function withMoves(columns: readonly BoardColumn[], moved: readonly Moved[]): BoardColumn[] {
  const isMoved = (id: string): boolean => moved.some(({ item }) => item.id === id)
  return columns.map(column => {
    const stay = column.items.filter(({ id }) => !isMoved(id))
    const left = column.items.length - stay.length
    const come = moved.filter(({ to }) => to === column.key).map(({ item }) => item)
    return { ...column, items: [...come, ...stay], total: column.total - left + come.length }
  })
}

/** Moves that are shown at once and taken back when they are refused. `run` says whether it was done. */
export function useBoardMoves(
  columns: readonly BoardColumn[],
  run: (id: string, to: string) => Promise<boolean>,
): BoardMoves {
  const { t } = useWords()
  const [moved, setMoved] = useState<readonly Moved[]>([])
  const [said, say] = useState('')
  return {
    columns: withMoves(columns, moved),
    moving: new Set(moved.map(({ item }) => item.id)),
    said,
    say,
    async move(id, to) {
      const from = columns.find(({ items }) => items.some(item => item.id === id))
      const item = from?.items.find(one => one.id === id)
      const target = columns.find(({ key }) => key === to)
      if (!from || !item || !target || from.key === to || !item.targets.includes(to)) return
      setMoved(before => [...before, { item, to }])
      const words = { name: item.name, column: target.title }
      say(t('kit.board.moving', words))
      try {
        const isDone = await run(id, to)
        say(isDone ? t('kit.board.moved', words) : t('kit.board.notMoved', { name: item.name, column: from.title }))
      } finally {
        setMoved(before => before.filter(one => one.item.id !== id))
      }
    },
  }
}
