import { Portal, Text } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './drop-target.module.css';

interface DropTargetProps {
  /** Without it, drops are refused. */
  readonly onDrop: ((transfer: DataTransfer) => void) | undefined;
}

/**
 * Accepts drops on the whole window, with an overlay while files are over it. The overlay takes the drop: a browser
 * drops nothing on an element that came under the pointer since it moved.
 */
export const DropTarget = ({ onDrop }: DropTargetProps) => {
  const over = useWindowDrop(onDrop);
  return (
    over && (
      <Portal>
        <div className={classes.overlay}>
          <div className={classes.frame}>
            <IconFileSearch size={48} aria-hidden />
            <Text fw={650} size="lg">
              {onDrop ? 'Drop to check' : 'Checks are disabled: the case is closed'}
            </Text>
            <Text>Source code (folder or archive), traffic logs, test runs or exported rules</Text>
          </div>
        </div>
      </Portal>
    )
  );
};

/** @returns whether files are over the window */
const useWindowDrop = (onDrop: DropTargetProps['onDrop']): boolean => {
  const [over, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    /** The next element is entered before the last one is left: without a next one, the files left the window. */
    let entered: EventTarget | null = null;
    const enter = ({ target }: DragEvent): void => {
      entered = target;
    };
    const leave = ({ target }: DragEvent): void => {
      if (target === entered) setOver(false);
    };
    const allow = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      setOver(true);
      event.dataTransfer.dropEffect = latest.current ? 'copy' : 'none';
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      setOver(false);
      latest.current?.(event.dataTransfer);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragenter', allow, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('dragover', allow, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);
  return over;
};

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
