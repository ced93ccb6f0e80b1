import { beginFreeTry } from '@wattyard/identity/contract'
import { api, ApiError, beginSession, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'

/** Draws the contract's free try: a visit without an account, where the installation offers it. */
export function FreeTry() {
  const { t } = useWords()
  const [isBusy, setBusy] = useState(false)
  const enter = async (): Promise<void> => {
    setBusy(true)
    try {
      beginSession((await api.call(beginFreeTry, {}, { quiet: true })).token)
    } catch (error) {
      const isSaid = error instanceof ApiError && error.message.length > 1
      toast.bad(isSaid ? error.message : t('kit.error.unreachable'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="s-login-try">
      <Button block size="large" loading={isBusy} onClick={() => void enter()}>
        {t('shell.login.freeTry')}
      </Button>
      <p className="s-login-why">{t('shell.login.freeTryWhat')}</p>
    </div>
  )
}
