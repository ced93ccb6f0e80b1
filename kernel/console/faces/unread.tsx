import { messageOf } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'

/** Draws in an open list of choices why it could not be read; opening it again asks again, too. */
export function Unread({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  const { t } = useWords()
  return (
    <span role="alert">
      {messageOf(error, t)}{' '}
      <button
        type="button"
        className="w-link-button"
        // The list stays open: it closes when its field loses the focus.
        onMouseDown={event => event.preventDefault()}
        onClick={again}
      >
        {t('kit.retry')}
      </button>
    </span>
  )
}
