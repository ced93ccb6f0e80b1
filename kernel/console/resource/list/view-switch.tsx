import { Button } from 'antd'
import { useTabQuery, withParams } from '../../module/tab-query.ts'
import { useWords } from '../../words/use-words.ts'
import type { ResourceSlots } from '../page-context.tsx'

type Views = NonNullable<ResourceSlots['views']>

/** URL parameter of the shown view; absent for the list. */
const VIEW = 'as'

/** Returns the view that the URL names; undefined for the list itself. */
export function useShownView(views: ResourceSlots['views']): Views[number] | undefined {
  const [params] = useTabQuery()
  return views?.find(({ key }) => key === params.get(VIEW))
}

/** Draws one button for the list and one for each other view. */
export function ViewSwitch({ views }: { views: Views }) {
  const [params, setParams] = useTabQuery()
  const { t } = useWords()
  const shown = params.get(VIEW) ?? ''
  const choices = [{ key: '', title: 'kit.listView' }, ...views]
  return choices.map(({ key, title }) => (
    <Button
      key={key}
      className="w-view"
      size="small"
      type={shown === key ? 'primary' : 'default'}
      aria-pressed={shown === key}
      onClick={() => setParams(before => withParams(before, { [VIEW]: key }))}
    >
      {t(title)}
    </Button>
  ))
}
