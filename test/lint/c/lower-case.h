/* bad: file-name */
