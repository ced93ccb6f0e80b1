import { ApiError, useWords } from '@wattyard/console-kit'
import { useState } from 'react'

/** Sends a form: errors of fields are returned by field, any other as `problem`; typed input stays. */
export function useSend() {
  const { t } = useWords()
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState('')

  const send = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setErrors({})
    setProblem('')
    try {
      await work()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      const text = error instanceof ApiError && error.message.length > 1 ? error.message : t('kit.error.unexpected')
      if (Object.keys(fields).length === 0) setProblem(text)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, errors, setErrors, problem, send }
}
