import { api, copyText, toast, useWords, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { readResetCode, type WaitingCode } from '../../contract/calls/person.ts'

/** Draws the waiting code of a person who has forgotten the password, to be passed on. Reading it is audited. */
export function ResetCode({ id }: { id: string }) {
  const { t } = useWords()
  const [waiting, setWaiting] = useState<WaitingCode | null>(null)
  const [isBusy, setBusy] = useState(false)
  const read = async (): Promise<void> => {
    setBusy(true)
    try {
      setWaiting(await api.call(readResetCode, { id }))
    } catch {
      // Usually no code is waiting; the API client has shown that.
    }
    setBusy(false)
  }
  const copy = async (code: string): Promise<void> => {
    if (await copyText(code)) toast.good(t('identity.factor.copied'))
    else toast.warn(t('identity.factor.copyByHand'))
  }
  return (
    <div className="id-reset-code">
      {waiting === null ? (
        <Button size="small" loading={isBusy} onClick={() => void read()}>
          {t('identity.employee.showCode')}
        </Button>
      ) : (
        <p className="w-row w-wrap">
          <span aria-hidden="true">{t('identity.employee.code')}</span>
          <output className="id-secret" aria-label={t('identity.employee.code')}>
            {waiting.code}
          </output>
          <Button size="small" onClick={() => void copy(waiting.code)}>
            {t('identity.factor.copy')}
          </Button>
          <span className="w-quiet">
            {t('identity.employee.codeUntil')} <When at={waiting.expiresAt} />
          </span>
        </p>
      )}
    </div>
  )
}
