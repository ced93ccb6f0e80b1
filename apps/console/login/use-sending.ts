import { ApiError, useWords } from '@wattyard/console-kit'
import { type FormEvent, useState } from 'react'

type Errors = Readonly<Record<string, string>>

/**
 * A form of the sign-in page on its way: what is missing or what the server finds wrong stands at its fields, the rest below
 * them. `gaps` says what is missing before anything is sent.
 */
export function useSending(gaps: () => Errors, act: () => Promise<void>) {
  const { t } = useWords()
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const missing = gaps()
    setErrors(missing)
    setProblem('')
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      await act()
    } catch (failure) {
      const known = failure instanceof ApiError && failure.message.length > 1 ? failure : null
      if (known && Object.keys(known.fields).length > 0) setErrors(known.fields)
      else setProblem(known?.message ?? t('kit.error.unreachable'))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, errors, problem, submit }
}
