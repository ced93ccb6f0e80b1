import { createContext, useContext } from 'react'
import type { Editor } from './use-edit.ts'

export const EditorContext = createContext<Editor | null>(null)

/**
 * Returns the editor of the version screen.
 * @throws Error outside the version screen
 */
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor is for parts of the version screen')
  return editor
}
