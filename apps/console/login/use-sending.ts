import { ApiError, useWords } from '@wattyard/console-kit'
import { type FormEvent, useState } from 'react'

type Errors = Readonly<Record<string, string>>

/**
 * Handles the submission of a sign-in form: missing or invalid fields are shown at their place, other errors below. `gaps`
 * returns the missing fields before anything is sent.
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
