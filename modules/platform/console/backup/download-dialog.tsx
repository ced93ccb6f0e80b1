import { ApiError, api, currentToken, Dialog, toast, useWords } from '@wattyard/console-kit'
import { sealPasswords } from '@wattyard/identity/console'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import type { BackupLink } from '../../contract/backup.ts'

/** The browser loads the file itself: it may be larger than the memory of a page. */
function follow(url: string, file: string): void {
  const link = document.createElement('a')
  link.href = `${url}&token=${encodeURIComponent(currentToken())}`
  link.download = file
  link.click()
}

/** Asks for the password once more and begins the download. */
export function DownloadDialog({ id, file, onClose }: { id: string; file: string; onClose: () => void }) {
  const { t } = useWords()
  const field = useId()
  const [password, setPassword] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsBusy(true)
    setProblem('')
    const ask = async (): Promise<void> => {
      const sealed = await sealPasswords({ password })
      const { url } = await api.post<BackupLink>('/api/platform/backup/link', { id, ...sealed }, { quiet: true })
      follow(url, file)
      toast.good(t('platform.backup.downloadStarted'))
      onClose()
    }
    ask()
      .catch((error: unknown) =>
        setProblem(error instanceof ApiError ? (error.fields.password ?? error.message) : String(error)),
      )
      .finally(() => setIsBusy(false))
  }
  return (
    <Dialog
      open
      width={480}
      title={t('platform.backup.download')}
      onClose={onClose}
      foot={
        <Button type="primary" htmlType="submit" form={`${field}-form`} loading={isBusy} disabled={password === ''}>
          {t('platform.backup.download')}
        </Button>
      }
    >
      <form id={`${field}-form`} onSubmit={submit} className="platform-backup-form">
        <p>{t('platform.backup.downloadText')}</p>
        <div className="w-field">
          <label htmlFor={field}>{t('platform.backup.password')}</label>
          <Input.Password
            id={field}
            autoComplete="current-password"
            maxLength={200}
            value={password}
            onChange={event => setPassword(event.target.value)}
            {...(problem ? { 'aria-invalid': true, 'aria-describedby': `${field}-error`, status: 'error' } : {})}
          />
          {problem && (
            <p id={`${field}-error`} className="w-field-error" role="alert">
              {problem}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  )
}
