import { api, useInvalidate, useWords } from '@wattyard/console-kit'
import { AskPassword, type SealedPassword } from '@wattyard/identity/console'
import { useState } from 'react'
import { type FirstKeys, makeFirstKeys } from '../../contract/calls/first-key.ts'
import { KeySheet } from './key-sheet.tsx'
import { profileFor, useAddressBase } from './pile-address.ts'

interface FirstKeyDialogProps {
  /** Ids of piles without a key. */
  readonly piles: readonly string[]
  readonly onClose: () => void
}

/**
 * Asks for the password, makes the first keys of piles and shows them. The keys live in this component alone: no cache and no
 * address has them, and they are gone when it closes.
 */
export function FirstKeyDialog({ piles, onClose }: FirstKeyDialogProps) {
  const { t } = useWords()
  const base = useAddressBase()
  const invalidate = useInvalidate()
  const [made, setMade] = useState<FirstKeys | null>(null)
  // What lists piles without a key is read again only now: it may be what shows this dialog.
  const close = async (): Promise<void> => {
    onClose()
    await invalidate('gateway.credential')
  }
  if (base === undefined) return null
  if (made !== null) return <KeySheet made={made} base={base} onClose={() => void close()} />
  const make = async (sealed: SealedPassword): Promise<void> => {
    const profile = profileFor(base)
    setMade(await api.call(makeFirstKeys, { piles: [...piles], profile, ...sealed }, { quiet: true }))
  }
  return (
    <AskPassword
      title={t('gateway.firstKey.ask', { count: piles.length })}
      why={t('gateway.firstKey.why')}
      action={t('gateway.firstKey.make')}
      work={make}
      onClose={onClose}
    />
  )
}
